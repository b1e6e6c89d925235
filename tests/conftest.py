"""Settings of the whole suite: slow tests run only when they are asked for; Ctrl-C works in every program."""

import signal

import pytest


def pytest_configure() -> None:
    """Let programs be interrupted that tests start: a suite in a shell's background leaves them deaf to Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests marked slow unless the ``-m`` expression speaks of them."""
    if "slow" in config.option.markexpr:
        return
    slow = [item for item in items if item.get_closest_marker("slow")]
    if slow:
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
