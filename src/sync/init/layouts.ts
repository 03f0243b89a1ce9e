/** How frameworks keep their locale files, one row each. The first row that a file fits is its own. */

/**
 * Files that may say something about the layout beside them. Paths are from the layout's root, or from a folder above it up to that of the
 * package; `*` at the beginning of a name stands for any: `*.csproj`.
 */
export interface Saying {
  readonly paths: readonly string[]
  /** The first group has what it says. */
  readonly says: RegExp
}

export interface Layout {
  readonly by: string
  /** The files of each language, from the layout's root (see pattern.ts). */
  readonly files: string
  /** The file of the source, where its path says no language. `{name}` is that of the files. */
  readonly source?: string
  /** False where files without a source's own are a layout, too: each has the source beside its translation. */
  readonly needs_source?: boolean
  /** Names of sources that are one without any translation beside them; absent: all. `colors.xml` of Android is for none. */
  readonly alone?: RegExp
  /**
   * Files one of which has to lie at the root, with this text in it, or in the folder of its package,
   * if it is such a layout at all; and what they are called.
   */
  readonly beside?: { readonly paths: readonly string[]; readonly holds?: RegExp; readonly named: string }
  /** Where the language of the source is said. */
  readonly said_in?: readonly Saying[]
  /** What a person has to know of this layout. */
  readonly know?: string
}

const ENDINGS = ['js', 'ts', 'mjs', 'mts', 'cjs', 'cts']
const inCode = (...names: string[]) => names.flatMap(name => ENDINGS.map(ending => `${name}.${ending}`))
const DEFAULT_LOCALE = /\bdefaultLocale\s*:\s*['"]([\w-]+)['"]/
/** Where a web framework is told which language comes first. */
const WEB: readonly Saying[] = [
  {
    paths: inCode(
      ...['i18n/routing', 'src/i18n/routing', 'i18n', 'src/i18n', 'i18n/config', 'src/i18n/config'],
      ...['next.config', 'next-i18next.config', 'nuxt.config', 'astro.config'],
    ),
    says: DEFAULT_LOCALE,
  },
]
const DOCUSAURUS = inCode('docusaurus.config')
const ANGULAR: readonly Saying[] = [
  { paths: ['angular.json'], says: /"sourceLocale"\s*:\s*(?:\{\s*"code"\s*:\s*)?"([\w-]+)"/ },
]
const RAILS: readonly Saying[] = [
  { paths: ['config/application.rb'], says: /^[ \t]*config\.i18n\.default_locale\s*=\s*[:'"]+([\w-]+)/m },
]
const PROJECTS = ['*.csproj', '*.vbproj', '*.fsproj', '*.vcxproj', '*.wapproj', 'Directory.Build.props']
const DOTNET: readonly Saying[] = [
  { paths: PROJECTS, says: /<NeutralLanguage>\s*([\w-]+)/ },
  {
    paths: ['Properties/AssemblyInfo.cs', 'AssemblyInfo.cs'],
    says: /NeutralResourcesLanguage(?:Attribute)?\("([\w-]+)"/,
  },
]
// A manifest names the default language first, which a build may make: x-generate.
const WINDOWS: readonly Saying[] = [
  { paths: PROJECTS, says: /<DefaultLanguage>\s*([\w-]+)/ },
  { paths: ['*.appxmanifest'], says: /<Resource\s+Language="(?!x-)([\w-]+)"/i },
]
const LARAVEL: readonly Saying[] = [
  { paths: ['config/app.php'], says: /['"]locale['"]\s*=>\s*(?:env\(\s*['"]\w+['"]\s*,\s*)?['"]([\w-]+)['"]/ },
]
// Of the languages of an application, the first is that of its default messages.
const PLAY: readonly Saying[] = [
  {
    paths: ['conf/application.conf'],
    says: /^[ \t]*(?:play\.i18n\.|i18n\.|application\.)?langs\s{0,9}[=:]\s{0,9}\[?\s{0,99}"?([A-Za-z]{2,3}(?:[-_]\w{2,4}){0,2})\b/m,
  },
]
const ANDROID_NAMES =
  'Android writes a region with r and a script with b+: name such a language in `locales`, as "pt-BR": "pt-rBR" or "sr-Latn": "b+sr+Latn".'

export const LAYOUTS: readonly Layout[] = [
  {
    by: 'Chrome extension',
    files: '_locales/[locale]/messages.json',
    beside: {
      paths: ['manifest.json'],
      holds: /"manifest_version"/,
      named: 'manifest.json with "manifest_version"',
    },
    said_in: [{ paths: ['manifest.json'], says: /"default_locale"\s*:\s*"([\w-]+)"/ }],
    know: 'Chrome reads region names with _ and no scripts: pt_BR, zh_CN.',
  },
  {
    by: 'Docusaurus',
    files: 'i18n/[locale]/**/*.json',
    beside: { paths: DOCUSAURUS, named: 'docusaurus.config' },
    said_in: [{ paths: DOCUSAURUS, says: DEFAULT_LOCALE }],
    know: 'docusaurus write-translations --locale writes the files of the source language. Pages in Markdown are not proposed: docs/ has another shape than i18n/[locale]/docusaurus-plugin-content-docs/current/.',
  },
  {
    by: 'VS Code',
    files: 'package.nls.[locale].json',
    source: 'package.nls.json',
    beside: { paths: ['package.json'], named: 'package.json' },
  },
  { by: 'VS Code', files: 'l10n/bundle.l10n.[locale].json', source: 'l10n/bundle.l10n.json' },
  {
    by: 'Android',
    files: 'res/values-[locale]/{name}.xml',
    source: 'res/values/{name}.xml',
    alone: /^strings$/,
    know: ANDROID_NAMES,
  },
  {
    by: 'Angular',
    files: '{name}.[locale].xlf',
    source: '{name}.xlf',
    alone: /^messages$/,
    beside: { paths: ['angular.json'], named: 'angular.json' },
    said_in: ANGULAR,
  },
  { by: 'Apple', files: '[locale].lproj/{name}.strings' },
  { by: 'Apple', files: '[locale].lproj/{name}.stringsdict' },
  {
    by: 'Java',
    files: '{name}_[locale].properties',
    source: '{name}.properties',
    alone: /^(?:messages|ValidationMessages)$/,
    know: 'Java reads region names with _: pt_BR.',
  },
  {
    by: 'Play',
    files: 'conf/messages.[locale]',
    source: 'conf/messages',
    beside: { paths: ['conf/messages'], named: 'conf/messages' },
    said_in: PLAY,
  },
  { by: 'Play', files: 'conf/messages.[locale]', said_in: PLAY },
  {
    by: '.NET',
    files: '{name}.[locale].resx',
    source: '{name}.resx',
    alone: /^(?:App|Shared)?(?:Resources?|Strings)$/,
    said_in: DOTNET,
  },
  { by: 'Windows', files: 'Strings/[locale]/{name}.resw', said_in: WINDOWS },
  { by: 'Windows', files: 'Resources/[locale]/{name}.resw', said_in: WINDOWS },
  {
    by: 'Qt',
    files: 'translations/{name}_[locale].ts',
    needs_source: false,
    know: 'Qt reads region names with _: pt_BR.',
  },
  { by: 'Joomla', files: 'language/[locale]/[locale].{name}.ini' },
  { by: 'Joomla', files: 'language/[locale]/{name}.ini' },
  { by: 'Flutter', files: 'lib/l10n/{name}_[locale].arb' },
  { by: 'Rails', files: 'config/locales/**/*.[locale].yml', said_in: RAILS },
  { by: 'Rails', files: 'config/locales/**/[locale].yml', said_in: RAILS },
  {
    by: 'gettext',
    files: 'locale/[locale]/LC_MESSAGES/{name}.po',
    source: 'locale/{name}.pot',
    needs_source: false,
  },
  {
    by: 'gettext',
    files: 'locales/[locale]/LC_MESSAGES/{name}.po',
    source: 'locales/{name}.pot',
    needs_source: false,
  },
  {
    by: 'gettext',
    files: 'translations/[locale]/LC_MESSAGES/{name}.po',
    source: 'translations/{name}.pot',
    needs_source: false,
  },
  { by: 'gettext', files: 'po/[locale].po', source: 'po/{name}.pot', needs_source: false },
  { by: 'next-intl', files: 'messages/[locale].json', said_in: WEB },
  { by: 'next-intl', files: 'messages/[locale]/**/*.json', said_in: WEB },
  { by: 'i18next', files: 'locales/[locale]/**/*.json', said_in: WEB },
  { by: 'i18next', files: 'locales/[locale].json', said_in: WEB },
  { by: 'i18next', files: 'i18n/[locale].json', said_in: WEB },
  { by: 'i18next', files: 'i18n/[locale]/**/*.json', said_in: WEB },
  { by: 'YAML files', files: 'locales/[locale].yml', said_in: WEB },
  { by: 'YAML files', files: 'locales/[locale].yaml', said_in: WEB },
  { by: 'Fluent', files: 'locales/[locale]/**/*.ftl' },
  { by: 'Fluent', files: 'locale/[locale]/**/*.ftl' },
  { by: 'Fluent', files: 'l10n/[locale]/**/*.ftl' },
  {
    by: 'Hugo',
    files: 'i18n/[locale].toml',
    know: 'Hugo reads names in small letters: name a language with a region in `locales`, as "pt-BR": "pt-br".',
  },
  { by: 'go-i18n', files: 'active.[locale].toml' },
  { by: 'JSON files', files: 'translations/[locale].json', said_in: WEB },
  { by: 'JSON files', files: 'lang/[locale].json', said_in: WEB },
  { by: 'Laravel', files: 'lang/[locale]/**/*.php', said_in: LARAVEL },
  { by: 'CodeIgniter', files: 'Language/[locale]/**/*.php' },
  { by: 'Yii', files: 'messages/[locale]/**/*.php' },
  { by: 'Symfony', files: 'translations/{name}.[locale].php' },
  ...['locales', 'locale', 'lang', 'langs', 'i18n'].flatMap(folder =>
    ENDINGS.map(ending => ({ by: 'modules of texts', files: `${folder}/[locale].${ending}`, said_in: WEB })),
  ),
]
