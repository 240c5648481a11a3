import { WrongRevision } from '@pps/event-store';
import { textOrEmpty } from '@pps/kernel';
import { PlatformError, type PinMedia, type PinDraft } from '@pps/platform';
import { nextAction } from '../pin/next-action';
import type { WaitingPin, Pin } from '../pin/pin.state';
import { pinStream } from '../pin/pin.stream';
import { recordOutcome, startAttempt, type AttemptOutcome, type StartAttempt } from './publishing.decider';
import { startUpload } from '../video/video.decider';
import { refuseClockBehind } from './clock-behind';
import { deferBlocked, applyRateLimit } from './apply-rate-limit';
import { imagesOf, loadMedia } from './own-images';
import { originOf, isObsolete, appendOutcome, retryRecording } from './append-outcome';
import { giveGrantBack } from './last-calls';
import { pacedCall, type CallFailure, type OpenAttempt } from './paced-call';
import type { AccountAccess, PublishingDeps } from './publishing-deps';
import { takePlatformPin } from '../platform-pin/take-platform-pin';
import { foundDeadToken, simulatedCall } from './simulated-call';
import { uploadDeadlineMs, uploadVideo } from '../video/upload-video';
import { contentFieldList } from '../pin/content-fields';

const recordingMs = 5_000;

/** One attempt, or the upload that has to come first: records the intention, spends the tokens, calls the platform at once, records the outcome. Throws `ClockBehind`. */
export async function publishPin(deps: PublishingDeps, pinId: string, attempt: number): Promise<void> {
  const { state: pin, revision } = await deps.streams.load(pinStream, pinId);
  if (pin.kind !== 'pin' || pin.phase !== 'waiting' || (await isObsolete(deps, pin))) return giveGrantBack(deps, pinId, attempt);
  const release = await deps.images.reserve(imagesOf(pin));
  // Too many large images are on their way: the grant is offered again.
  if (!release) return;
  try {
    const callBefore = deps.monotonic() + durationAtMost(deps, pin) - callAtMost(deps, pin);
    if (!(await start(deps, pin, revision, attempt))) return await giveGrantBack(deps, pinId, attempt);
    const open = { attempt, callBefore };
    if (isUploadNext(pin)) await uploadVideo(deps, pin, open);
    else await publish(deps, pin, open);
  } finally {
    release();
  }
}

async function start(deps: PublishingDeps, pin: WaitingPin, expectedRevision: number, attempt: number): Promise<boolean> {
  const at = deps.clock();
  const deadline = new Date(at.getTime() + durationAtMost(deps, pin)).toISOString();
  const command: StartAttempt = { attempt, at: at.toISOString(), deadline, uptime: deps.uptime() };
  const decide = isUploadNext(pin) ? startUpload : startAttempt;
  if (decide(command, pin).length === 0) {
    if (pin.deferral !== null && pin.starts + 1 === attempt) refuseClockBehind(pin.notBefore, at);
    return false;
  }
  try {
    await deps.streams.decide(pinStream, pin.pinId, originOf(pin, at), (state) => decide(command, state), { expectedRevision });
    return true;
  } catch (error) {
    // Another worker started it, or the pin was changed meanwhile.
    if (error instanceof WrongRevision) return false;
    if (await hasStarted(deps, pin, command)) return true;
    throw error;
  }
}

/** Whether this worker's start is in the log although its append was not answered: then nobody else can say that nothing was sent. */
async function hasStarted({ streams }: PublishingDeps, { pinId }: WaitingPin, { attempt, at, uptime }: StartAttempt): Promise<boolean> {
  const { state } = await retryRecording(() => streams.load(pinStream, pinId));
  if (state.kind !== 'pin' || state.phase !== 'attempting' || state.attempt !== attempt || state.startedAt !== at) return false;
  return uptime !== undefined && state.uptime?.boot === uptime.boot && state.uptime.seconds === uptime.seconds;
}

const isUploadNext = (pin: WaitingPin): boolean => nextAction(pin)?.kind === 'upload_video';

/** Access and creation, and the reading of uploaded images before it. */
function durationAtMost({ platformTimeoutMs }: PublishingDeps, pin: WaitingPin): number {
  if (isUploadNext(pin)) return 2 * platformTimeoutMs + uploadDeadlineMs + recordingMs;
  return (imagesOf(pin).length > 0 ? 3 : 2) * platformTimeoutMs + recordingMs;
}

const callAtMost = ({ platformTimeoutMs }: PublishingDeps, pin: WaitingPin): number =>
  platformTimeoutMs + (isUploadNext(pin) ? uploadDeadlineMs : 0);

async function publish(deps: PublishingDeps, pin: WaitingPin, open: OpenAttempt): Promise<void> {
  const { attempt } = open;
  const outcome = await (pin.simulated ? simulate(deps, pin, open) : takeCreated(deps, pin, await createPaced(deps, pin, open)));
  const { reconcileAfterMs } = deps;
  await appendOutcome(deps, pin, (state, at) => recordOutcome({ attempt, at, outcome, reconcileAfterMs }, state));
  await deferBlocked(deps, pin, outcome);
}

/**
 * While the answer was on its way, another pin of equal content and unknown outcome may have found what this call created, and is published as it: then
 * this one has none yet, and the board says whether there is another.
 */
async function takeCreated(deps: PublishingDeps, pin: WaitingPin, outcome: AttemptOutcome): Promise<AttemptOutcome> {
  if (outcome.kind !== 'published') return outcome;
  const isOurs = await retryRecording(() => takePlatformPin(deps, pin, outcome.platformPinId));
  return isOurs ? outcome : { kind: 'unknown', message: 'What the platform created was found before as another pin of equal content.' };
}

const simulate = (deps: PublishingDeps, pin: WaitingPin, open: OpenAttempt): Promise<AttemptOutcome> =>
  pacedCall(
    deps,
    pin,
    open,
    async () => null,
    async (access) => {
      const outcome = simulatedCall(pin, deps.clock());
      if (foundDeadToken(pin, outcome)) await deps.accounts.reportDead(pin.accountId, access);
      return outcome;
    },
  );

const createPaced = (deps: PublishingDeps, pin: WaitingPin, open: OpenAttempt): Promise<AttemptOutcome> =>
  pacedCall(
    deps,
    pin,
    open,
    () => requiredMedia(deps, pin),
    (access, media) => create(deps, pin, access, media),
  );

async function requiredMedia({ images }: PublishingDeps, pin: WaitingPin): Promise<PinMedia | CallFailure> {
  if (textOrEmpty(pin.content.title) === '')
    return { kind: 'failed', errorCode: 'invalid_payload', message: 'What the pin says was forgotten.' };
  const media = await loadMedia(pin, images);
  return media ?? { kind: 'failed', errorCode: 'asset_not_found', message: 'An uploaded file that the pin shows was deleted.' };
}

async function create(deps: PublishingDeps, pin: WaitingPin, access: AccountAccess, media: PinMedia): Promise<AttemptOutcome> {
  try {
    const answer = await deps.platform.createPin(access.accessToken, draftOf(pin, media), { timeoutMs: deps.platformTimeoutMs });
    const { value, rateLimit } = answer;
    void applyRateLimit(deps, pin, rateLimit);
    return { kind: 'published', platformPinId: value.id, platformUrl: value.url, publishedAt: deps.clock().toISOString() };
  } catch (error) {
    if (media.kind !== 'video' || !(error instanceof PlatformError) || error.kind !== 'media_not_found') throw error;
    const nextAttemptAt = deps.clock().toISOString();
    return { kind: 'try_again', reason: 'transient_upstream', message: error.reason, nextAttemptAt, mediaLost: true };
  }
}

export function draftOf({ boardId, content }: Pin, media: PinMedia): PinDraft {
  const told = contentFieldList.flatMap(({ name, platform }) => (platform === undefined ? [] : [[platform, content[name]] as const]));
  return { ...Object.fromEntries(told), boardId, title: content.title, media };
}
