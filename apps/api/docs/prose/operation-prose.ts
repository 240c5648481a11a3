import { apiKeysProse } from './api-keys-prose';
import { assetsProse } from './assets-prose';
import { authProse } from './auth-prose';
import { billingProse } from './billing-prose';
import { emailProse } from './email-prose';
import { importsProse } from './imports-prose';
import { insightProse } from './insight-prose';
import { operationsProse } from './operations-prose';
import { pinsProse } from './pins-prose';
import { platformProse } from './platform-prose';
import { projectsProse } from './projects-prose';
import { proposalsProse } from './proposals-prose';
import { schedulesProse } from './schedules-prose';
import { webhooksProse } from './webhooks-prose';

/** What every operation is for, what happens next, what it costs and why it refuses, by its id. */
export const operationProse: Readonly<Record<string, string>> = {
  ...pinsProse,
  ...schedulesProse,
  ...importsProse,
  ...proposalsProse,
  ...assetsProse,
  ...platformProse,
  ...webhooksProse,
  ...apiKeysProse,
  ...authProse,
  ...projectsProse,
  ...emailProse,
  ...billingProse,
  ...insightProse,
  ...operationsProse,
};
