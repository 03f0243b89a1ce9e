/** Files of settings that are written in JSON. */
import type { SettingsKind } from '../content/settings.ts'

const DESCRIBED = /(?:^|\.)(?:title|description)$/
const DESCRIPTION = /^description$/
const PACKAGE_TEXTS =
  /^(?:description|displayName)$|^contributes\..*\b(?:title|description|markdownDescription|name|label|category|contents|enumDescriptions|markdownEnumDescriptions|deprecationMessage)$/
const SCHEMA_TEXTS =
  /(?:^|\.)(?:title|description|markdownDescription|deprecationMessage|enumDescriptions|markdownEnumDescriptions)$/

/** What the managers of packages keep. */
const PACKAGES: readonly SettingsKind[] = [
  {
    called: 'an npm lock file',
    all: { lockfileVersion: 'other' },
    some: { packages: 'object', dependencies: 'object' },
  },
  { called: 'a Composer lock file', all: { 'content-hash': 'string', packages: 'list' } },
  { called: 'a list of installed packages', all: { packages: 'list', 'dev-package-names': 'list' } },
  {
    called: 'a browser extension manifest',
    all: { manifest_version: 'other', name: 'string' },
    texts: /^(?:name|short_name|description|omnibox\.keyword)$|(?:^|\.)(?:default_title|description)$/,
  },
  {
    called: 'a bower.json',
    all: { name: 'string' },
    some: { ignore: 'list', moduleType: 'list' },
    texts: DESCRIPTION,
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
    texts: PACKAGE_TEXTS,
  },
  {
    called: 'an npm package.json',
    all: { name: /^(?:@[\w.-]+\/)?[a-z\d][\w.-]*$/, version: /^\d+\.\d+\.\d/ },
    some: { main: 'string', license: 'string', private: 'other', type: /^(?:module|commonjs)$/, files: 'list' },
    texts: PACKAGE_TEXTS,
  },
  {
    called: 'a package.json',
    all: { private: 'other' },
    some: { dependencies: 'object', devDependencies: 'object', scripts: 'object', workspaces: 'list' },
    texts: /^(?:description|displayName)$/,
  },
  {
    called: 'a package.json',
    some: { scripts: 'object', dependencies: 'object', devDependencies: 'object' },
    only: /^(?:type|private|version|license|engines|scripts|dependencies|devDependencies|peerDependencies)$/,
    terse: true,
  },
  {
    called: 'a composer.json',
    all: { require: 'object' },
    some: { autoload: 'object', type: 'string', license: 'string', 'require-dev': 'object', config: 'object' },
    texts: DESCRIPTION,
  },
  {
    called: 'a composer.json',
    all: { name: /^[\w.-]+\/[\w.-]+$/ },
    some: { authors: 'list', support: 'object', 'minimum-stability': 'string', autoload: 'object', require: 'object' },
    texts: DESCRIPTION,
  },
  { called: 'a composer.json', all: { 'require-dev': 'object' }, texts: DESCRIPTION },
  {
    called: 'a data package',
    all: { resources: 'list' },
    some: { 'resources.*.path': ['string', 'list'], 'resources.*.schema': ['object', 'string'], profile: 'string' },
    texts: DESCRIBED,
  },
]

/** What programs exchange, and how it is described. */
const DATA: readonly SettingsKind[] = [
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
  { called: 'a JSON Schema', all: { $schema: /^https?:\/\/json-schema\.org\// }, texts: SCHEMA_TEXTS },
  { called: 'a JSON Schema', all: { properties: 'object', type: /^object$/ }, texts: DESCRIBED },
  {
    called: 'a JSON Schema',
    all: { $id: 'string' },
    some: { properties: 'object', items: 'object', oneOf: 'list', anyOf: 'list', allOf: 'list', definitions: 'object' },
    texts: SCHEMA_TEXTS,
  },
  { called: 'a JSON Schema', all: { $defs: 'object' }, texts: SCHEMA_TEXTS },
  { called: 'a JSON Schema', all: { definitions: 'object', $ref: /^#\// }, texts: SCHEMA_TEXTS },
  { called: 'a GraphQL schema', all: { __schema: 'object' }, texts: /(?:^|\.)(?:description|deprecationReason)$/ },
  { called: 'a database schema', all: { formatVersion: 'other', database: 'object' } },
  { called: 'a policy of access', all: { Version: /^20\d\d-/, Statement: ['list', 'object'] } },
  { called: 'rules of a browser extension', all: { '*.action': 'object', '*.condition': 'object', '*.id': 'other' } },
  { called: 'an animation (Lottie)', all: { v: 'string', fr: 'other', op: 'other', layers: 'list' } },
  { called: 'a source map', all: { version: 'other', sources: 'list', mappings: 'string' } },
  {
    called: 'an asset catalog (Xcode)',
    all: { info: 'object' },
    some: { images: 'list', colors: 'list', data: 'list', symbols: 'list', layers: 'list', assets: 'list' },
    only: /^(?:info|images|colors|data|symbols|layers|assets|properties)$/,
    terse: true,
  },
  { called: 'an asset catalog (Xcode)', all: { 'info.author': /^xcode$/i, 'info.version': 'other' } },
  { called: 'a service account', all: { type: /^service_account$/, private_key_id: 'string' } },
  { called: 'a configuration of Google services', all: { project_info: 'object', client: 'list' } },
  {
    called: 'a native messaging host',
    all: { name: 'string', path: 'string', type: /^stdio$/ },
    texts: DESCRIPTION,
  },
]

/** Web apps and where they run. */
const APPS: readonly SettingsKind[] = [
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
    called: 'a deployment configuration (Vercel)',
    some: {
      'rewrites.*.source': 'string',
      'redirects.*.source': 'string',
      'headers.*.source': 'string',
      'routes.*.src': 'string',
      'builds.*.use': 'string',
      outputDirectory: /^[\w./-]+$/,
      buildCommand: /^[a-z]/,
      cleanUrls: 'other',
      trailingSlash: 'other',
    },
    only: /^(?:\$schema|name|version|alias|builds|routes|cleanUrls|trailingSlash|redirects|rewrites|headers|functions|regions|env|build|github|git|public|framework|crons|images|\w+Command|outputDirectory)$/,
  },
  {
    called: 'a Firebase configuration',
    some: {
      'hosting.public': /^\S+$/,
      'hosting.*.public': /^\S+$/,
      'functions.source': /^\S+$/,
      'functions.*.source': /^\S+$/,
      'firestore.rules': /^\S+$/,
      'database.rules': /^\S+$/,
      'storage.rules': /^\S+$/,
      'emulators.*.port': 'other',
    },
    only: /^(?:\$schema|hosting|functions|firestore|database|storage|emulators|remoteconfig|extensions|flutter|dataconnect|apphosting|auth)$/,
  },
  {
    called: 'an Expo configuration',
    all: { expo: 'object' },
    some: { 'expo.slug': 'string', 'expo.name': 'string', 'expo.sdkVersion': 'string' },
    only: /^(?:\$schema|name|displayName|expo|react-native-[\w-]+)$/,
    texts: /^(?:displayName|expo\.(?:name|description))$/,
  },
  {
    called: 'a React Native app.json',
    all: { name: /^(?!Name$)[A-Z]\w*$/, displayName: 'string' },
    only: /^(?:name|displayName|components|resources)$/,
    texts: /^displayName$/,
  },
  {
    called: 'a Heroku app.json',
    some: { buildpacks: 'list', addons: 'list', formation: 'object' },
    only: /^(?:\$schema|name|description|keywords|website|repository|logo|success_url|scripts|env|formation|image|addons|buildpacks|environments|stack)$/,
    texts: /^(?:name|description)$|^env\.\w+\.description$/,
  },
  {
    called: 'a Tauri configuration',
    all: { productName: 'string', identifier: /^[\w-]+(?:\.[\w-]+)+$/ },
    texts: /^productName$|(?:^|\.)windows\.title$/,
  },
  { called: 'a Tauri configuration', all: { identifier: 'string', permissions: 'list' }, texts: DESCRIPTION },
  {
    called: 'a Capacitor configuration',
    all: { appId: /^[\w-]+(?:\.[\w-]+)+$/, appName: 'string' },
    texts: /^appName$/,
  },
  { called: 'a Workers configuration', all: { compatibility_date: /^\d{4}-/ } },
  { called: 'a service worker configuration', all: { assetGroups: 'list' } },
]

/** What makes, tests and looks after programs. */
const TOOLS: readonly SettingsKind[] = [
  {
    called: 'a collection of schematics',
    all: { $schema: 'string' },
    some: { schematics: 'object', builders: 'object', generators: 'object', executors: 'object' },
    only: /^(?:\$schema|name|version|extends|schematics|builders|generators|executors)$/,
    texts: /\.description$/,
  },
  {
    called: 'a workspace configuration',
    all: { version: 'other', projects: 'object' },
    some: { cli: 'object', schematics: 'object', newProjectRoot: 'string', defaultProject: 'string' },
  },
  {
    called: 'a TypeScript configuration (tsconfig)',
    some: { compilerOptions: 'object', references: 'list', extends: /tsconfig/ },
    only: /^(?:\$schema|extends|compilerOptions|files|include|exclude|references|typeAcquisition|compileOnSave|display|docs|_version|watchOptions|ts-node|angularCompilerOptions|vueCompilerOptions|mdx|buildOptions)$/,
  },
  {
    called: 'a TypeScript configuration (tsconfig)',
    some: {
      'compilerOptions.target': 'string',
      'compilerOptions.module': 'string',
      'compilerOptions.lib': 'list',
      'compilerOptions.strict': 'other',
      'compilerOptions.paths': 'object',
      'compilerOptions.types': 'list',
      'compilerOptions.outDir': 'string',
    },
  },
  {
    called: 'a project configuration (Nx)',
    some: { targetDefaults: 'object', 'namedInputs.*': 'list', tasksRunnerOptions: 'object' },
  },
  {
    called: 'a project configuration (Nx)',
    all: { targets: 'object' },
    some: { projectType: /^(?:application|library)$/, sourceRoot: /^\S+$/ },
  },
  {
    called: 'a Lerna configuration',
    all: { version: /^(?:\d+\.\d|independent$)/ },
    some: { packages: 'list', npmClient: 'string', command: 'object', useWorkspaces: 'other', useNx: 'other' },
    only: /^(?:\$schema|lerna|packages|version|npmClient|npmClientArgs|command|useWorkspaces|useNx|ignoreChanges|changelog|hoist|nohoist|loglevel|concurrency|stream)$/,
  },
  {
    called: 'a Turborepo configuration',
    some: {
      globalDependencies: 'list',
      globalEnv: 'list',
      'tasks.*.outputs': 'list',
      'tasks.*.dependsOn': 'list',
      'tasks.*.cache': 'other',
      'pipeline.*.outputs': 'list',
      'pipeline.*.dependsOn': 'list',
      'pipeline.*.cache': 'other',
    },
    only: /^(?:\$schema|extends|tasks|pipeline|global\w+|remoteCache|ui|envMode|dangerouslyDisablePackageManagerCheck|concurrency|boundaries|tags)$/,
  },
  {
    called: 'a project configuration',
    all: {
      $schema:
        /\/(?:biome|turbo|nx|angular|lerna|renovate|deno|knip|typedoc|jest|stylelint|vercel|release-please|api-extractor|cspell|components|oxlint|dprint|wrangler|devcontainer)[\w./-]*(?:\.json)?(?:#.*)?$|renovatebot|schemastore\.org|@changesets\/config|ui\.shadcn\.com|management\.azure\.com/,
    },
    texts: DESCRIPTION,
  },
  {
    called: 'a Babel configuration',
    some: { presets: 'list', plugins: 'list' },
    only: /^(?:presets|plugins|env|overrides|assumptions|targets|ignore|only|comments|sourceMaps|retainLines|compact|minified)$/,
  },
  {
    called: 'a formatter configuration',
    some: { printWidth: 'other', singleQuote: 'other', semi: 'other', tabWidth: 'other', trailingComma: 'string' },
  },
  {
    called: 'a test configuration (Jest)',
    some: {
      moduleFileExtensions: 'list',
      moduleNameMapper: 'object',
      collectCoverageFrom: 'list',
      testMatch: 'list',
      testRegex: ['list', 'string'],
      testEnvironment: /^\S+$/,
    },
  },
  {
    called: 'a spelling configuration',
    all: { words: 'list' },
    some: { version: /^\d/, ignorePaths: 'list', dictionaries: 'list', files: 'list', language: /^[a-z]{2}\b/ },
  },
  {
    called: 'a development container',
    some: {
      image: /^[a-z\d$][\w./:@${}-]*$/,
      'build.dockerfile': 'string',
      'build.context': 'string',
      dockerFile: 'string',
      dockerComposeFile: ['string', 'list'],
      'features.*': 'object',
      'customizations.*': 'object',
      postCreateCommand: ['string', 'list', 'object'],
    },
    only: /^(?:\$schema|name|image|build|context|dockerFile|dockerComposeFile|service|runServices|workspace(?:Folder|Mount)|features|customizations|settings|extensions|forwardPorts|appPort|(?:otherP|p)ortsAttributes|\w+Command|waitFor|(?:remote|container)(?:User|Env)|updateRemoteUserUID|mounts|runArgs|shutdownAction|init|privileged|capAdd|securityOpt|hostRequirements|userEnvProbe|overrideFeatureInstallOrder|secrets)$/,
    texts: /^name$/,
  },
  {
    called: 'a configuration of .NET',
    all: { Logging: 'object' },
    some: { 'Logging.LogLevel': 'object', AllowedHosts: 'string', ConnectionStrings: 'object' },
  },
  { called: 'a configuration of .NET', all: { 'sdk.version': /^\d/ } },
  {
    called: 'a Python type checker’s configuration',
    mixed: true,
    only: /^(?:\$schema|include|exclude|ignore|strict|venv|venvPath|python\w+|typeCheckingMode|report[A-Z]\w+|strict[A-Z]\w+|executionEnvironments|stubPath|extraPaths|verboseOutput|useLibraryCodeForTypes)$/,
    terse: true,
  },
  { called: 'a list of MCP servers', all: { mcpServers: 'object' } },
  { called: 'a list of contributors', all: { contributors: 'list', projectName: 'string' } },
  {
    called: 'a release configuration',
    some: { git: 'object', github: 'object', npm: 'object', hooks: 'object' },
    only: /^(?:\$schema|git|github|gitlab|npm|hooks|plugins|preset|increment)$/,
    terse: true,
  },
]

/** What editors keep. */
const EDITORS: readonly SettingsKind[] = [
  {
    called: 'an editor configuration',
    all: { version: 'string' },
    some: { configurations: 'list', tasks: 'list' },
    only: /^(?:\$schema|version|configurations|compounds|tasks|inputs|options|presentation|windows|osx|linux)$/,
    texts: /^(?:configurations|compounds|inputs|tasks)\.(?:name|label|description|detail)$/,
  },
  {
    called: 'an editor configuration',
    mixed: true,
    only: /^(?:(?:editor|files|workbench|window|terminal|search|git|debug|extensions|explorer|breadcrumbs|diffEditor|npm|emmet|eslint|prettier|biome|typescript|javascript|js\/ts|css|html|json|python|jupyter|go|rust-analyzer|java|cmake|C_Cpp|telemetry|update|security|remote|liveServer|cSpell|markdown|yaml|nxConsole|conventionalCommits|i18n-ally|tailwindCSS|stylelint|vitest|jest|deno|dart|task|scm|notebook|testing|githubPullRequests|azureFunctions|licenser|volar|vue|svelte|tslint|flow|mocha|docker|spellright|peacock|python-envs|chat|github)\..+|\[[\w-]+\](?:\[[\w-]+\])*)$/,
  },
  {
    called: 'a list of recommended extensions',
    all: { recommendations: 'list' },
    only: /^(?:recommendations|unwantedRecommendations)$/,
  },
  { called: 'an editor’s language configuration', all: { brackets: 'list', autoClosingPairs: 'list' } },
  { called: 'a grammar', all: { scopeName: 'string', patterns: 'list' } },
  { called: 'a color theme', all: { colors: 'object' }, some: { tokenColors: 'given', semanticTokenColors: 'given' } },
]

/** Public kinds of files, the more particular first. */
export const JSON_KINDS: readonly SettingsKind[] = [...PACKAGES, ...DATA, ...APPS, ...TOOLS, ...EDITORS]
