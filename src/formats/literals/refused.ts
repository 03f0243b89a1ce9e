import { FormatError } from '../format.ts'

/** What is wrong with a file, in a sentence that goes on behind a colon. */
export function malformedAt(what: string, line: number, fault: string): FormatError {
  const said = /[.!?]$/.test(fault) ? fault : `${fault}.`
  const message = `The file is no valid ${what}: line ${line}: ${said} Correct it and send it again.`
  return new FormatError('malformed', message, { line, column: 1 })
}

export function lacksTexts(wanted: string): FormatError {
  return new FormatError('malformed', `There are no texts in the file. ${wanted} It is read, and never run.`)
}

export function nestedTooDeep(levels: number): FormatError {
  return new FormatError(
    'too_deep',
    `The file is nested deeper than ${levels} levels, which is not supported. Flatten it and send it again.`,
  )
}
