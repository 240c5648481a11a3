import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CommandRunner, type Origin } from '@pps/event-store';
import { markAssetDeleted } from './asset.decider';
import { assetStream } from './asset.stream';

/** Deletes an asset, so that no response shows it. Processes that answer the fact remove its bytes and fail the pins that wait for it. Throws `NotFound`. */
export class MarkAssetDeleted extends Command<void> {
  constructor(
    readonly assetId: string,
    readonly at: string,
    readonly origin: Origin,
  ) {
    super();
  }
}

@CommandHandler(MarkAssetDeleted)
export class MarkAssetDeletedHandler implements ICommandHandler<MarkAssetDeleted> {
  constructor(private readonly runner: CommandRunner) {}

  async execute({ assetId, at, origin }: MarkAssetDeleted): Promise<void> {
    await this.runner.run(assetStream, assetId, origin, (state) => markAssetDeleted({ at }, state));
  }
}
