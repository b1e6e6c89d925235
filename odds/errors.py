"""Errors a user can mend: one clear line that says what is wrong, where, and how to put it right."""

from __future__ import annotations


class InputError(ValueError):
    """Bad input: a phrase, an option, a file or a value that the program refuses.

    The command line prints the message as one line on standard error and exits with code 2.

    Args:
        message: What is wrong and how to mend it, one line, no full stop needed.
        where: The option, file, line or column the message is about; printed in front of it.
    """

    def __init__(self, message: str, where: str = "") -> None:
        self.message = " ".join(message.split())
        self.where = where
        super().__init__(f"{where}: {self.message}" if where else self.message)

    def at(self, where: str) -> InputError:
        """Return the same error placed at `where`, in front of the place it already names."""
        return InputError(self.message, f"{where}: {self.where}" if self.where else where)
