/** What the operations on the service itself are for. */
export const operationsProse: Readonly<Record<string, string>> = {
  getService: 'Says what answers here, in which version of the interface, and where it is described. A good first call.',
  getLiveness: 'Answers 200 while the process runs: for whoever restarts it. It asks nothing of database or store.',
  getReadiness:
    'Answers 200 while the process can serve, and 503 with `Retry-After` otherwise: for load balancers. Operators also see each dependency and how far each read model is behind.',
  getHealthz: 'The same as `GET /health/live` with version and environment.',
  getReadyz: 'The same as `GET /health/ready` with version and environment, and whether the database can be read and written.',
};
