"""BEGIN, COMMIT, ROLLBACK, SAVEPOINT, RELEASE as programs."""

from __future__ import annotations

from target_db.catalog.catalog import Catalog
from target_db.dml.program import Program
from target_db.dml.runtime import Runtime
from target_db.errors import SqlError
from target_db.sql import ast
from target_db.sql.codes import DEFERRED


class TransactionProgram(Program):
    """One transaction command."""

    def __init__(self, runtime: Runtime, node: ast.Statement) -> None:
        super().__init__()
        self.runtime = runtime
        self.transactions = runtime.transactions
        self.catalog: Catalog = runtime.catalog
        self.node = node
        self.manages_transaction = True
        self.is_readonly = not isinstance(node, ast.Begin) or node.mode == DEFERRED

    def run(self) -> None:
        node = self.node
        transactions = self.transactions
        if isinstance(node, ast.Begin):
            transactions.begin()
            if node.mode != DEFERRED:
                for schema in self.catalog.schemas():
                    transactions.join(schema.store)
        elif isinstance(node, ast.Commit):
            if transactions.autocommit:
                raise SqlError("cannot commit - no transaction is active")
            transactions.commit()
        elif isinstance(node, ast.Savepoint):
            transactions.savepoint(node.name)
        elif isinstance(node, ast.Release):
            transactions.release(node.name)
        elif isinstance(node, ast.Rollback):
            if node.savepoint is not None:
                transactions.rollback_to(node.savepoint)
            elif transactions.autocommit:
                raise SqlError("cannot rollback - no transaction is active")
            else:
                transactions.rollback()
