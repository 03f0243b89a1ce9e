import { expect, it } from 'vitest'
import { readFor } from './files.ts'

/** What a file is called as settings, and which of its texts may be asked for. */
async function settingsIn(content: unknown) {
  const units = await readFor(JSON.stringify(content), 'de')
  const texts = units.filter(({ left_out }) => left_out === 'settings' || left_out === undefined)
  return { called: units[0]?.context?.kind, texts: texts.map(({ part }) => part) }
}

it.each<[called: string, file: object, texts: readonly string[]]>([
  [
    'a composer.json',
    { name: 'acme/shop', description: 'A small shop', authors: [{ name: 'Ann Lee' }], autoload: { 'psr-4': {} } },
    ['description'],
  ],
  ['a composer.json', { 'require-dev': { 'phpunit/phpunit': '^9 || ^10' } }, []],
  ['a bower.json', { name: 'shop', description: 'A small shop', main: 'a.js', ignore: ['**/*.txt'] }, ['description']],
  [
    'an npm package.json',
    { name: 'shop', version: '1.0.0', description: 'A small shop', main: 'Index.js', license: 'MIT' },
    ['description'],
  ],
  [
    'a deployment configuration (Vercel)',
    { version: 2, rewrites: [{ source: '/(.*)', destination: '/' }], buildCommand: 'npm run build' },
    [],
  ],
  [
    'a development container',
    { name: 'Ruby 3', image: 'ruby:3', customizations: { vscode: { extensions: ['A.b'] } }, forwardPorts: [80] },
    ['name'],
  ],
  ['a development container', { features: { 'ghcr.io/a/b:1': {} }, postCreateCommand: 'npm ci && npm test' }, []],
  [
    'a linter configuration',
    { extends: 'tslint:latest', rules: { ban: [true, 'Use the other'] }, rulesDirectory: ['R'] },
    [],
  ],
  ['a linter configuration', { extends: ['stylelint-config-a'], rules: { a: null }, ignoreFiles: ['Dist'] }, []],
  [
    'an ESLint configuration',
    { root: true, env: { es6: true }, rules: { 'no-x': ['error', { message: 'Do not use it.' }] } },
    [],
  ],
  [
    'a workspace configuration',
    { $schema: './x', version: 1, newProjectRoot: 'projects', projects: { shop: { prefix: 'App' } } },
    [],
  ],
  ['a project configuration (Nx)', { namedInputs: { default: ['Src'] }, targetDefaults: { build: {} } }, []],
  [
    'a project configuration (Nx)',
    { name: 'shop', sourceRoot: 'apps/shop', projectType: 'application', targets: { a: { executor: 'A b' } } },
    [],
  ],
  ['a Lerna configuration', { packages: ['Packages/*'], version: 'independent', npmClient: 'yarn' }, []],
  ['a Renovate configuration', { extends: ['config:base'], packageRules: [{ groupName: 'All the tools' }] }, []],
  ['a Turborepo configuration', { globalDependencies: ['Env'], tasks: { build: { outputs: ['Dist'] } } }, []],
  ['a Firebase configuration', { hosting: { public: 'Dist', ignore: ['**/.*'] }, firestore: { rules: 'A' } }, []],
  ['a Firebase configuration', { hosting: [{ target: 'App', public: 'Dist' }] }, []],
  [
    'an Expo configuration',
    { expo: { name: 'My shop', slug: 'Shop', description: 'A small shop', splash: { resizeMode: 'Cover' } } },
    ['expo.name', 'expo.description'],
  ],
  ['a React Native app.json', { name: 'Shop', displayName: 'My shop' }, ['displayName']],
  [
    'a web app manifest',
    { name: 'My shop', short_name: 'Shop', start_url: '/', icons: [{ src: 'A.png', sizes: '48x48' }] },
    ['name', 'short_name'],
  ],
  ['a JSON Schema', { $id: 'https://a.example/x', oneOf: [{ title: 'A thing', type: 'Object' }] }, ['oneOf.0.title']],
  [
    'a JSON Schema',
    { $defs: { a: { description: 'A thing', enum: ['A'] } }, $ref: '#/$defs/a' },
    ['$defs.a.description'],
  ],
  ['a TypeScript configuration (tsconfig)', { extends: 'A/tsconfigs/strict', include: ['Src'] }, []],
  [
    'a TypeScript configuration (tsconfig)',
    { compilerOptions: { target: 'ES2020' }, bazelOptions: { suppressTsconfigOverrideWarnings: true } },
    [],
  ],
  ['a configuration of .NET', { Logging: { LogLevel: { Default: 'Warning' } }, AllowedHosts: '*' }, []],
  ['a configuration of .NET', { sdk: { version: '8.0.100', rollForward: 'Latest' } }, []],
  [
    'a Tauri configuration',
    { productName: 'My shop', identifier: 'com.acme.shop', build: { beforeBuildCommand: 'npm run it' } },
    ['productName'],
  ],
  [
    'a collection of schematics',
    { $schema: './x.json', schematics: { 'ng-add': { description: 'Adds the shop', aliases: ['Install'] } } },
    ['schematics.ng-add.description'],
  ],
  ['an asset catalog (Xcode)', { images: [{ size: '20x20', idiom: 'iPhone' }], info: { author: 'Xcode' } }, []],
  ['a spelling configuration', { version: '0.2', words: ['Acme', 'Shoppe'] }, []],
  ['a list of MCP servers', { mcpServers: { shop: { command: 'Shop', args: ['Serve it'] } } }, []],
  ['a data package', { name: 'a', title: 'All shops', resources: [{ path: 'A.csv', format: 'Csv' }] }, ['title']],
  ['a database schema', { formatVersion: 1, database: { entities: [{ createSql: 'CREATE TABLE a' }] } }, []],
  ['a CloudFormation template', { AWSTemplateFormatVersion: '2010-09-09', Resources: { a: { Type: 'A' } } }, []],
  ['a Kubernetes manifest', { apiVersion: 'v1', kind: 'Service', metadata: { note: 'The web server' } }, []],
  ['a test configuration (Jest)', { rootDir: '.', moduleFileExtensions: ['Js'], transform: { '^.+$': 'Ts-jest' } }, []],
  [
    'a configuration',
    { port: 8080, host: 'localhost', db: { user: 'root', url: 'pg://x' }, debug: true },
    ['host', 'db.user'],
  ],
])('%s is for programs: its texts are translated where somebody asks for them', async (called, file, texts) => {
  expect(await settingsIn(file)).toEqual({ called, texts })
})

it.each<[what: string, file: object]>([
  ['rules and settings', { rules: { title: 'The rules', intro: 'Please read' }, settings: { title: 'Settings' } }],
  ['hosting and storage', { hosting: { public: 'For all' }, storage: { title: 'Storage' } }],
  ['an image and a name', { name: 'Your name', image: 'Your picture', build: { title: 'The building' } }],
  ['words and a version', { version: 'Version', words: 'Words', files: { title: 'Files' } }],
  ['redirects', { version: 'Version', headers: { title: 'Headers' }, routes: { title: 'Routes' } }],
  ['packages', { version: 'Version', packages: { title: 'Packages' }, command: 'Command' }],
  ['tasks and a pipeline', { tasks: { title: 'Tasks' }, pipeline: { title: 'Pipeline' }, ui: 'Interface' }],
  ['a name and a display name', { name: 'Name', displayName: 'Your display name' }],
  ['a kind', { apiVersion: 'Version of it', kind: 'Which kind?' }],
  ['services', { services: { web: { image: 'A picture', build: 'The building' } }, title: 'Our services' }],
  ['words in small letters, and a number', { yes: 'yes', no: 'no, thanks', count: 1 }],
])('a catalogue with the keys of settings stays one: %s', async (_, file) => {
  const { called, texts } = await settingsIn(file)
  expect(called).toBeUndefined()
  expect(texts.length).toBeGreaterThan(1)
})
