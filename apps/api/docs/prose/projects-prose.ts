/** What the operations on projects are for, what happens next, what they cost and why they refuse. */
export const projectsProse: Readonly<Record<string, string>> = {
  listProjects: 'Lists the projects of the workspace, production and sandbox, and says which one the session is in.',
  createSandbox:
    'Makes the sandbox, a project in which everything works as in production and nothing reaches the platform, with a simulated account and board. It has a quota of its own, 100 pins a month. If there is one already it is answered as it is.',
  resetSandbox:
    'Deletes everything in the sandbox: pins, schedules, keys, webhooks. A fresh account and board are made, and quota is counted anew. Production is untouched. Without a sandbox: 404.',
  switchProject:
    'Gives a token for another project of the workspace; the old one stays good for the project it was for. API keys belong to one project and are not switched by it.',
};
