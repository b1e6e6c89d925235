"""Battle odds for the board game *A Battle through History*: should I attack?"""

__version__ = "0.1.0"
