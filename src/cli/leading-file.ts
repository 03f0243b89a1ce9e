import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'

/**
 * Writes an HTML file, for its owner alone, that leads a browser to an address, so that the address stands in no list of arguments.
 * Gives its path; undefined where it cannot be written.
 */
export async function fileLeadingTo(url: string, folder: () => Promise<string>): Promise<string | undefined> {
  try {
    const file = path.join(await folder(), `approval-${randomBytes(8).toString('hex')}.html`)
    await writeFile(file, pageTo(url), { mode: 0o600, flag: 'wx' })
    return file
  } catch {
    return undefined
  }
}

const pageTo = (url: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${url}"><title>May this be spent?</title></head>
<body><p><a href="${url}">Go to the question</a></p></body></html>
`
