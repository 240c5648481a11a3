"""Schedules ten pins, an hour between each, at once, in a loop."""

import asyncio
from datetime import datetime, timedelta, timezone

from pin_publishing import AsyncPinPublishing


async def main() -> None:
    async with AsyncPinPublishing() as client:
        account = (await client.accounts.list())[0]
        board = (await client.boards.list(account_id=account.id))[0]
        first = datetime.now(timezone.utc) + timedelta(hours=1)
        schedules = await asyncio.gather(
            *(
                client.schedules.create(
                    account_id=account.id,
                    board_id=board.id,
                    title=f"Door {number}",
                    image_url=f"https://images.example.com/door-{number}.jpg",
                    run_at=first + timedelta(hours=number),
                )
                for number in range(10)
            )
        )
        print(len(schedules), "scheduled, the last at", max(schedule.run_at for schedule in schedules))
        waiting = [schedule.id async for schedule in client.schedules.iterate(status="scheduled", limit=4)]
        await client.schedules.cancel_many(ids=waiting)
        print(len(waiting), "canceled")


if __name__ == "__main__":
    asyncio.run(main())
