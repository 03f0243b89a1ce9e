/**
 * Reads files in a process of its own. Arguments: `parse` (each read and parsed as JSON) or `scan` (each read by its format, as `check` has
 * to), and the files.
 */
import { readFile } from 'node:fs/promises'
import { batchesOf, loadFormat } from '../../src/formats/index.ts'

const [way, ...files] = process.argv.slice(2)
let count = 0
for (const file of files) {
  const bytes = await readFile(file)
  if (way === 'parse') {
    count += Object.keys(JSON.parse(bytes.toString('utf8'))).length
    continue
  }
  const format = await loadFormat(file)
  if (format === undefined) throw new Error(`this build does not read ${file}`)
  const source = async function* () {
    yield bytes
  }
  for await (const units of batchesOf(format.scan(source(), { target: { language: 'de' }, source: 'en' })))
    count += units.length
}
process.stdout.write(`${JSON.stringify({ count })}\n`)
