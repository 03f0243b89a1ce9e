/** The system has no open file, process or memory to give for now. */
const SHORTAGE = /^(?:EMFILE|ENFILE|EAGAIN|ENOMEM)$/

/** True for an error of this machine, not of the one that was called: it passes by itself. */
export function isShortage(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && SHORTAGE.test(error.code)
}
