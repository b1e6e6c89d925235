"""How fast `odds` is, measured against limits and peers in the same run: `python -m tests.benchmarks`.

Nothing here is a test: pytest collects none of it, and a busy machine makes nothing fail.
"""
