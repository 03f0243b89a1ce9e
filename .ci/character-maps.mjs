// The maps of characters that pdf.js keeps in 170 files beside it, as one module: src/formats/pdf/character-maps.ts is built as this. Packed together
// they are a third of their size, and nothing is looked for on the machine of who installs the program. Loaded when a PDF names one.
import { readdirSync, readFileSync } from 'node:fs'
import { brotliCompressSync, constants } from 'node:zlib'

/** The best but one: the best takes seconds, and each run of the tests builds this. */
const QUICKLY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }

/** Its code, for the maps of a folder. */
export function characterMapsModule(folder) {
  const names = readdirSync(folder).filter(name => name.endsWith('.bcmap'))
  const files = names.map(name => readFileSync(`${folder}/${name}`))
  const sizes = names.map((name, at) => [name, files[at].length])
  return `import { brotliDecompressSync } from 'node:zlib'
const SIZES = JSON.parse('${JSON.stringify(sizes)}')
const PACKED = '${brotliCompressSync(Buffer.concat(files), QUICKLY).toString('base64')}'
let maps
function unpacked() {
  const all = brotliDecompressSync(Buffer.from(PACKED, 'base64'))
  let end = 0
  return new Map(SIZES.map(([name, size]) => [name, new Uint8Array(all.subarray(end, (end += size)))]))
}
export async function characterMap(name) {
  maps ??= unpacked()
  return maps.get(name)
}
`
}
