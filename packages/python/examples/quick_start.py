"""Publishes a pin and waits for it. Needs PPS_API_KEY; PPS_BASE_URL where the service is not at http://127.0.0.1:3000."""

from pin_publishing import PinPublishing
from pin_publishing.error_codes import QuotaExceededError, ValidationError


def main() -> None:
    with PinPublishing() as client:
        account = client.accounts.list()[0]
        board = client.boards.list(account_id=account.id)[0]
        try:
            pin = client.pins.create(
                account_id=account.id,
                board_id=board.id,
                title="Blue door",
                image_url="https://images.example.com/blue.jpg",
            )
        except ValidationError as error:
            for fault in error.faults:
                print(fault.loc, fault.msg)
            raise
        except QuotaExceededError as error:
            print(error.remediation)
            raise
        pin = client.pins.wait_until_settled(pin.id, timeout=120)
        print(pin.status, pin.platform_url, client.headroom.quota_remaining)


if __name__ == "__main__":
    main()
