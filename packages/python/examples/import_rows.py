"""Imports rows of a program's own, and says which of them failed."""

from typing import Iterator

from pin_publishing import PinPublishing
from pin_publishing.params import ImportRowParams


def rows(account_id: str, board_id: str) -> Iterator[ImportRowParams]:
    for number in range(3):
        yield {
            "account_id": account_id,
            "board_id": board_id,
            "title": f"Window {number}" if number else "",
            "image_url": f"https://images.example.com/window-{number}.jpg",
        }


def main() -> None:
    with PinPublishing() as client:
        account = client.accounts.list()[0]
        board = client.boards.list(account_id=account.id)[0]
        job = client.imports.create_from_json(rows(account.id, board.id))
        job = client.imports.wait_until_settled(job.id)
        print(job.status, job.created_rows, "created,", job.failed_rows, "failed")
        for row in job.results:
            if row.status == "failed":
                print(row.row_number, row.error_field, row.error_message)


if __name__ == "__main__":
    main()
