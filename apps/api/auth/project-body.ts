import type { Plan } from '@pps/billing';
import type { Project } from '@pps/workspaces/events';

/** A project as responses show it; its plan is the organization's. */
export function toProjectBody({ projectId, name, environment, timezone, createdAt }: Project, plan: Plan) {
  return { id: projectId, name, environment, timezone, plan, created_at: createdAt };
}
