export const interfaceVersion = '1.58.0';
