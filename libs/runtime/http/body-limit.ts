/** Most bytes of a JSON body where a route does not say otherwise. */
export const bodyLimit = 1024 * 1024;
