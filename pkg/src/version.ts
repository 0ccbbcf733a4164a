/** The version of the package and of the engines in it. */
export const version = '0.1.0';
