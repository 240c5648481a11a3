import type { ImportBodies } from '@pps/imports';
import type { DeletePinDeps } from './change-pin/delete-pin';
import type { ReadDeps } from './find/find-pin';
import type { CreateScheduleDeps } from './create-schedule/create-schedule';
import type { FireScheduleDeps } from './fire-schedule/fire-schedule';
import type { CreatePinDeps } from './create-pin/create-pin';
import type { ValidatePinDeps } from './create-pin/validate-pin';
import type { PinHeadroom } from './pin-headroom/pin-headroom';
import type { AcceptImportDeps, CancelImportDeps } from './import-pins/accept-import';
import type { FailedRowsDeps, FindImportDeps } from './import-pins/find-import';
import type { ImportPortionDeps } from './import-pins/import-portion';
import type { DisconnectAccountDeps } from './disconnect-account/disconnect-account';
import type { ForecastDeps } from './schedule-forecast/forecast-schedules';
import type { ApproveProposalDeps } from './proposals/approve-proposal';
import type { ProposeDeps } from './proposals/propose-write';
import type { CreateWebhookDeps, EditWebhookDeps } from './create-webhook/create-webhook';
import type { RevokeKeyDeps } from './api-keys/change-key';
import type { SandboxDeps } from './sandbox/create-sandbox';
import type { DeleteAssetDeps } from './upload-asset/delete-asset';
import type { CountLimitDeps } from './project-limits/create-within-limit';
import type { UploadAssetDeps } from './upload-asset/upload-asset';

/** Everything the abilities are given; each of them names the part that it needs. */
export type UseCaseDeps = CreatePinDeps &
  CreateScheduleDeps &
  FireScheduleDeps &
  ValidatePinDeps &
  ReadDeps &
  DeletePinDeps &
  UploadAssetDeps &
  DeleteAssetDeps &
  CountLimitDeps &
  CreateWebhookDeps &
  DisconnectAccountDeps &
  EditWebhookDeps &
  RevokeKeyDeps &
  AcceptImportDeps &
  FindImportDeps &
  FailedRowsDeps &
  CancelImportDeps &
  ImportPortionDeps &
  ForecastDeps &
  ProposeDeps &
  ApproveProposalDeps &
  SandboxDeps & { readonly headroom: PinHeadroom; readonly importBodies: ImportBodies };
