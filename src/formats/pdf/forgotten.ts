/** Promises that pdf.js makes and forgets: it reads pages ahead, and does not wait for them where another one is damaged. */

/** What pdf.js throws, by the names that it gives them. */
const THROWN = new Set([
  ...['AbortException', 'DNLMarkerError', 'EOIMarkerError', 'FormatError', 'InvalidPDFException', 'Jbig2Error'],
  ...['JpegError', 'JpxError', 'MissingDataException', 'ParserEOFException', 'PasswordException', 'ResponseException'],
  ...['UnknownErrorException', 'XRefEntryException', 'XRefParseException'],
])

/**
 * Does work during which such a promise may fail: that nobody waits for it would end the thread, and the file can be read without it. What
 * fails unheard and is not of pdf.js still ends the thread.
 */
export async function withoutForgotten<Value>(work: () => Promise<Value>): Promise<Value> {
  process.on('unhandledRejection', passOver)
  try {
    return await work()
  } finally {
    // What has failed by now is told in this turn.
    await new Promise(resolve => setImmediate(resolve))
    process.off('unhandledRejection', passOver)
  }
}

function passOver(reason: unknown): void {
  if (!(reason instanceof Error && THROWN.has(reason.name))) throw reason
}
