// Files that pdf.js keeps beside it, as one module in place of the one that reads them there: the maps of characters, 170 files
// (src/formats/pdf/character-maps.ts), and the fonts that pages are written over in (src/formats/pdf/pages/font-files.ts). Packed together they
// are a third or a half of their size, and nothing is looked for on the machine of who installs the program. Loaded when one is asked for.
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

/** The best but one: the best takes seconds, and each run of the tests builds this. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** The code of a module that gives these files of a folder by their names, with a function of this name. */
export function packedFilesModule(folder, pattern, called) {
  const names = readdirSync(folder).filter(name => pattern.test(name))
  const files = names.map(name => readFileSync(`${folder}/${name}`))
  const sizes = names.map((name, at) => [name, files[at].length])
  return `import { brotliDecompressSync } from 'node:zlib'
const SIZES = JSON.parse('${JSON.stringify(sizes)}')
const PACKED = '${brotliCompressSync(Buffer.concat(files), QUICKLY).toString('base64')}'
let files
function unpacked() {
  const all = brotliDecompressSync(Buffer.from(PACKED, 'base64'))
  let end = 0
  return new Map(SIZES.map(([name, size]) => [name, new Uint8Array(all.subarray(end, (end += size)))]))
}
export async function ${called}(name) {
  files ??= unpacked()
  return files.get(name)
}
`
}
