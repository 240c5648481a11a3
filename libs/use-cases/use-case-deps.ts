import type { DeletePinDeps } from './change-pin/delete-pin';
import type { FindPinDeps } from './change-pin/find-pin';
import type { CreatePinDeps } from './create-pin/create-pin';
import type { ValidatePinDeps } from './create-pin/validate-pin';
import type { PinHeadroom } from './pin-headroom/pin-headroom';
import type { SandboxDeps } from './sandbox/create-sandbox';
import type { DeleteAssetDeps } from './upload-asset/delete-asset';
import type { CountLimitDeps } from './project-limits/create-within-limit';
import type { UploadAssetDeps } from './upload-asset/upload-asset';

/** Everything the abilities are given; each of them names the part that it needs. */
export type UseCaseDeps = CreatePinDeps &
  ValidatePinDeps &
  FindPinDeps &
  DeletePinDeps &
  UploadAssetDeps &
  DeleteAssetDeps &
  CountLimitDeps &
  SandboxDeps & { readonly headroom: PinHeadroom };

/** Injection token of the process's `UseCaseDeps`. */
export const USE_CASE_DEPS = Symbol('UseCaseDeps');
