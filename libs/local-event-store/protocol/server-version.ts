/** The version that clients see. 24.10.4 is the first that counts the size of an append as `appendSizeOf` does. */
export const serverVersion = '24.10.4';
