// Bundles an entry of the program and what it loads. All goes in but what has binaries or is looked for by name at run time: whoever installs
// the program gets the versions that were tested, each once, and resolving and reading many small files would be a third of a start's cost.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'
import { packedFilesModule } from './packed-files.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))

/** Loading these does nothing: who imports one function through their door gets no more than what that needs. */
const PURE = /node_modules\/(?:@modelcontextprotocol|zod)\/|\/src\/(?:formats|service\/segments)\//
/** What whoever installs the program gets beside it. All else is inside, and installed by developers alone: nobody has it twice. */
const BESIDE = Object.keys(manifest.dependencies).map(name => new RegExp(`^${name}(/|$)`))

/** Packages whose usual file loads the others by a name that is made up as it runs, by the one that imports them. */
const AS_MODULES = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' }

/**
 * Built apart, each into a file that is the same for all that is built, and there once. The first with the names of its classes: it reads from
 * them which kind of token it has before it, so that a shortened name would make tokens of another build none.
 */
const NAMED = 'oidc-provider'
const APART = [NAMED, '@cantoo/pdf-lib', '@cantoo/fontkit']
const fileOf = name => name.replace(/^.*\//, '')

/** What is known of all formats before one is loaded: one file, since nobody reads a part of it. */
const FORMAT_FACTS = /\/src\/formats\/(?:registry|\w+\/facts)\.ts$/

/** Modules that start-up would load and nothing of ours ever calls, by what replaces them. */
const EMPTY = 'export default {}'
const LEFT_OUT = [
  // Each server and client is given its own validator: the SDK's compiler of JSON Schemas is never made.
  [
    /^@modelcontextprotocol\/(server|client)\/_shims$/,
    "export { default as process } from 'node:process'\n" +
      'export class DefaultJsonSchemaValidator { getValidator() { throw new Error("no schema compiler in this build") } }\n' +
      'export const CORS_IS_POSSIBLE = false',
  ],
  // Error messages in fifty languages; zod's own default is English.
  [/(^|\/)locales\/index\.js$/, EMPTY],
]

const leaveOut = {
  name: 'leave-out',
  resolveId: source => {
    const index = LEFT_OUT.findIndex(([pattern]) => pattern.test(source))
    return index < 0 ? null : { id: `\0left-out-${index}`, moduleSideEffects: false }
  },
  load: id => (id.startsWith('\0left-out-') ? LEFT_OUT[Number(id.slice('\0left-out-'.length))][1] : null),
}

/** The detector of languages holds its statistics as an object of 1.6 MB, which takes four times as long to compile as to parse. */
const dataAsText = {
  name: 'data-as-text',
  async transform(_, id) {
    if (!/\/eld\/src\/ngrams\/\w+\.js$/.test(id)) return null
    const { ngramsData } = await import(id)
    return { code: `export const ngramsData = JSON.parse(${JSON.stringify(JSON.stringify(ngramsData))})`, map: null }
  },
}

/** pdf.js looks for a canvas and for the file of its worker, to draw with: neither is there, and nothing is drawn. */
const withoutCanvas = {
  name: 'without-canvas',
  transform(code, id) {
    if (!/\/pdfjs-dist\/legacy\/build\/pdf\.mjs$/.test(id)) return null
    const made = code
      .replaceAll('require("@napi-rs/canvas")', 'null')
      .replaceAll('"./pdf.worker.mjs"', '"pdf.worker"')
      .replaceAll('"../pdf.worker.mjs"', '"pdf.worker"')
    return { code: made, map: null }
  },
}

/** The modules that read files of pdf.js where it lies, by what they read: the build has these files inside. */
const OF_PDFJS = [
  [/\/src\/formats\/pdf\/character-maps\.ts$/, 'cmaps', /\.bcmap$/, 'characterMap'],
  [/\/src\/formats\/pdf\/pages\/font-files\.ts$/, 'standard_fonts', /^LiberationSans.*\.ttf$/, 'fontFile'],
]

const packedFiles = {
  name: 'packed-files',
  load: id => {
    const [, folder, pattern, called] = OF_PDFJS.find(([module]) => module.test(id)) ?? []
    if (folder === undefined) return null
    return { code: packedFilesModule(`${root}node_modules/pdfjs-dist/${folder}`, pattern, called), moduleType: 'js' }
  },
}

/** What each start loads: main.ts takes stdout and then imports these, so that nothing runs before. */
const RUN = 'src/cli/run.ts'
const STDIO = 'src/cli/commands/stdio.ts'
/** The commands that are started as often as the server, by hand and by hooks: what they share with it is no reason to load it. */
const QUICK = ['src/cli/commands/sync.ts', 'src/cli/commands/check.ts']

/**
 * Collects the modules that start-up loads, so that they become one file, and those that the server loads besides, so that they become another:
 * each further one costs a search and a read.
 */
function collectStart({ start, server }) {
  const reach = (context, id, into = new Set()) => {
    if (into.has(id)) return into
    into.add(id)
    for (const next of context.getModuleInfo(id)?.importedIds ?? []) reach(context, next, into)
    return into
  }
  return {
    name: 'collect-start',
    buildEnd() {
      reach(this, `${root}${RUN}`, start)
      reach(this, `${root}${STDIO}`, server)
      for (const entry of QUICK) for (const id of reach(this, `${root}${entry}`)) if (server.has(id)) start.add(id)
      for (const id of start) server.delete(id)
    },
  }
}

/** Writes the libraries that are built apart into a folder; resolves to what was written. */
export async function bundleApart(folder) {
  return (await Promise.all(APART.map(name => bundle(fileOf(name), name, folder)))).flat()
}

/** Writes `name`.js and its chunks into a folder; resolves to what was written. */
export async function bundle(name, entry, folder) {
  const [start, server] = [new Set(), new Set()]
  const build = await rolldown({
    cwd: root,
    input: { [name]: entry },
    platform: 'node',
    resolve: { alias: AS_MODULES },
    external: APART.includes(entry) ? BESIDE : [...BESIDE, ...APART],
    preserveEntrySignatures: 'allow-extension',
    plugins: [leaveOut, dataAsText, withoutCanvas, packedFiles, collectStart({ start, server })],
    // A package of the library apart has a function that evaluates a text, for wrapping other functions, which nobody calls.
    checks: { eval: false },
    treeshake: { moduleSideEffects: [{ test: PURE, sideEffects: false }] },
  })
  const { output } = await build.write({
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    codeSplitting: {
      groups: [
        { name: 'start', test: id => start.has(id) },
        { name: 'mcp-server', test: id => server.has(id) },
        { name: 'format-facts', test: FORMAT_FACTS },
      ],
    },
    minify: true,
    keepNames: entry === NAMED,
    paths: Object.fromEntries(APART.map(apart => [apart, `./${fileOf(apart)}.js`])),
    comments: { legal: true },
  })
  await build.close()
  return output
}
