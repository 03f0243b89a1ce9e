/**
 * Files that programs read: their texts are found, and translated only where somebody asks for them. A format does not see the name of a
 * file, so such a file is known by the keys of its root and what is below them.
 */
import type { Holder } from './reader.ts'

type Sort = 'string' | 'object' | 'list' | 'other'

interface SettingsKind {
  /** What people call such a file. */
  readonly called: string
  /** All of these are members of the root; of `string: RegExp`, the value matches. */
  readonly all: Readonly<Record<string, Sort | RegExp>>
  /** At least one of these is there, too. */
  readonly some?: Readonly<Record<string, Sort | RegExp>>
  /** Every key of the root matches. */
  readonly only?: RegExp
  /** Some member of the root is no string: flat catalogues have keys with dots, too. */
  readonly mixed?: true
  /** The keys of texts that people read; those of numbers in lists do not count. */
  readonly texts?: RegExp
}

const DESCRIBED = /(?:^|\.)(?:title|description)$/

/** Public kinds of files, the more particular first. */
export const SETTINGS_KINDS: readonly SettingsKind[] = [
  {
    called: 'an npm lock file',
    all: { lockfileVersion: 'other' },
    some: { packages: 'object', dependencies: 'object' },
  },
  { called: 'a Composer lock file', all: { 'content-hash': 'string', packages: 'list' } },
  {
    called: 'a browser extension manifest',
    all: { manifest_version: 'other', name: 'string', version: 'string' },
    texts: /^(?:name|short_name|description|omnibox\.keyword)$|(?:^|\.)(?:default_title|description)$/,
  },
  {
    called: 'an npm package.json',
    all: { name: 'string' },
    some: {
      dependencies: 'object',
      devDependencies: 'object',
      peerDependencies: 'object',
      scripts: 'object',
      engines: 'object',
      exports: 'object',
      repository: 'object',
      workspaces: 'list',
    },
    only: /^[a-zA-Z@$_-]+(?:[-.:/][\w-]+)*$/,
    texts:
      /^(?:description|displayName)$|^contributes\..*\b(?:title|description|markdownDescription|name|label|category|contents|enumDescriptions|markdownEnumDescriptions|deprecationMessage)$/,
  },
  {
    called: 'a package.json',
    all: { private: 'other' },
    some: { dependencies: 'object', devDependencies: 'object', scripts: 'object', workspaces: 'list' },
    texts: /^(?:description|displayName)$/,
  },
  {
    called: 'a composer.json',
    all: { require: 'object' },
    some: { autoload: 'object', type: 'string', license: 'string', 'require-dev': 'object', config: 'object' },
    texts: /^description$/,
  },
  {
    called: 'an OpenAPI description',
    all: { openapi: /^3\./ },
    some: { info: 'object', paths: 'object', components: 'object' },
    texts: /(?:^|\.)(?:title|summary|description)$/,
  },
  {
    called: 'a Swagger description',
    all: { swagger: /^2\./ },
    some: { info: 'object', paths: 'object' },
    texts: /(?:^|\.)(?:title|summary|description)$/,
  },
  {
    called: 'a GeoJSON file',
    all: { type: /^(?:FeatureCollection|Feature|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))$/ },
    some: { features: 'list', geometry: 'object', geometries: 'list', coordinates: 'list' },
    texts: /(?:^|\.)properties\.(?:name|title|label|description)$/i,
  },
  {
    called: 'a TopoJSON file',
    all: { type: /^Topology$/, objects: 'object', arcs: 'list' },
    texts: /\.properties\.(?:name|title)$/i,
  },
  {
    called: 'a JSON Schema',
    all: { $schema: /^https?:\/\/json-schema\.org\// },
    texts:
      /(?:^|\.)(?:title|description|markdownDescription|deprecationMessage|enumDescriptions|markdownEnumDescriptions)$/,
  },
  {
    called: 'a JSON Schema',
    all: { properties: 'object', type: /^object$/ },
    texts: DESCRIBED,
  },
  {
    called: 'a web app manifest',
    all: { name: 'string' },
    some: {
      start_url: /^[./?]|^https?:/,
      display: /^(?:standalone|fullscreen|minimal-ui|browser|window-controls-overlay)$/,
      theme_color: /^(?:#|transparent$)/,
      background_color: /^(?:#|transparent$)/,
    },
    texts:
      /^(?:name|short_name|description)$|^(?:shortcuts|widgets)(?:\.\w+)*\.(?:name|short_name|description)$|^screenshots\.label$/,
  },
  {
    called: 'a TypeScript configuration (tsconfig)',
    all: {},
    some: { compilerOptions: 'object', references: 'list' },
    only: /^(?:\$schema|extends|compilerOptions|files|include|exclude|references|typeAcquisition|compileOnSave|display|docs|_version|watchOptions|ts-node|angularCompilerOptions|vueCompilerOptions|mdx|buildOptions)$/,
  },
  {
    called: 'an ESLint configuration',
    all: {},
    some: { rules: 'object', extends: 'list', plugins: 'list', env: 'object', parserOptions: 'object' },
    only: /^(?:\$schema|root|extends|env|parser|parserOptions|plugins|rules|overrides|settings|globals|ignorePatterns|noInlineConfig|reportUnusedDisableDirectives|processor|categories|jsPlugins|options)$/,
  },
  {
    called: 'a Babel configuration',
    all: {},
    some: { presets: 'list', plugins: 'list' },
    only: /^(?:presets|plugins|env|overrides|assumptions|targets|ignore|only|comments|sourceMaps|retainLines|compact|minified)$/,
  },
  {
    called: 'a formatter configuration',
    all: {},
    some: { printWidth: 'other', singleQuote: 'other', semi: 'other', tabWidth: 'other', trailingComma: 'string' },
  },
  {
    called: 'a project configuration',
    all: {
      $schema:
        /\/(?:biome|turbo|nx|angular|lerna|renovate|deno|knip|typedoc|jest|stylelint|vercel|release-please|api-extractor|cspell|components|oxlint|dprint|wrangler|devcontainer)[\w./-]*(?:\.json)?(?:#.*)?$|renovatebot|schemastore\.org/,
    },
    texts: /^description$/,
  },
  {
    called: 'a workspace configuration',
    all: { version: 'other', projects: 'object' },
    some: { cli: 'object', schematics: 'object', newProjectRoot: 'string', defaultProject: 'string' },
  },
  {
    called: 'an editor configuration',
    all: { version: 'string' },
    some: { configurations: 'list', tasks: 'list' },
    only: /^(?:\$schema|version|configurations|compounds|tasks|inputs|options|presentation|windows|osx|linux)$/,
    texts: /^(?:configurations|compounds|inputs|tasks)\.(?:name|label|description|detail)$/,
  },
  {
    called: 'an editor configuration',
    all: {},
    mixed: true,
    only: /^(?:(?:editor|files|workbench|window|terminal|search|git|debug|extensions|explorer|breadcrumbs|diffEditor|npm|emmet|eslint|prettier|biome|typescript|javascript|js\/ts|css|html|json|python|jupyter|go|rust-analyzer|java|cmake|C_Cpp|telemetry|update|security|remote|liveServer|cSpell|markdown|yaml|nxConsole|conventionalCommits|i18n-ally|tailwindCSS|stylelint|vitest|jest|deno|dart|task|scm|notebook|testing|githubPullRequests|azureFunctions|licenser|volar|vue|svelte|tslint|flow|mocha|docker|spellright|peacock|python-envs|chat|github)\..+|\[[\w-]+\](?:\[[\w-]+\])*)$/,
  },
  {
    called: 'a list of recommended extensions',
    all: { recommendations: 'list' },
    only: /^(?:recommendations|unwantedRecommendations)$/,
  },
  { called: 'an animation (Lottie)', all: { v: 'string', fr: 'other', op: 'other', layers: 'list' } },
  { called: 'a source map', all: { version: 'other', sources: 'list', mappings: 'string' } },
]

/** The kind of settings that a file has; undefined for all other files. */
export function settingsKindOf(root: Holder | undefined): SettingsKind | undefined {
  if (root === undefined || !root.object) return undefined
  const members = new Map<string, { readonly sort: Sort; readonly value: string }>()
  for (const key of root.others) members.set(key, { sort: 'other', value: '' })
  for (const { key, object } of root.holders) members.set(key, { sort: object ? 'object' : 'list', value: '' })
  for (const { key, value } of root.strings) members.set(key, { sort: 'string', value })
  if (members.size === 0 || members.size > MOST_MEMBERS) return undefined
  const is = ([key, wanted]: readonly [string, Sort | RegExp]): boolean => {
    const found = members.get(key)
    if (typeof wanted === 'string') return found?.sort === wanted
    return found?.sort === 'string' && found.value.length < LONGEST && wanted.test(found.value)
  }
  const mixed = root.others.length + root.holders.length > 0
  return SETTINGS_KINDS.find(kind => {
    const { all, some, only } = kind
    if (kind.mixed && !mixed) return false
    const marks = Object.entries(some ?? {})
    if (!Object.entries(all).every(is) || (marks.length > 0 && !marks.some(is))) return false
    return only === undefined || [...members.keys()].every(key => key.length < LONGEST && only.test(key))
  })
}

/** The root of a file of settings has fewer members. */
const MOST_MEMBERS = 500
/** Longer keys and values are none that are looked for. */
const LONGEST = 300
