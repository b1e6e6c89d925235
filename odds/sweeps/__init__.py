"""Sweeps: many questions answered in parts, by local processes or a Dask cluster, kept in a folder that resumes."""

from odds.sweeps.api import read_sweep, sweep

__all__ = ["read_sweep", "sweep"]
