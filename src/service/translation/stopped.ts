/** The work was told to stop, or its claim was taken over: what is finished is kept, and nothing has failed. */
export class Stopped extends Error {}
