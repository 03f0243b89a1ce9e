/**
 * Files that programs read: their texts are found, and translated only where somebody asks for them. A format does not see the name of a
 * file, so such a file is known by its outermost keys; of a list of maps, by the keys of these.
 */

interface SettingsKind {
  /** What people call such a file. */
  readonly called: string
  /** All of these are keys of the file. */
  readonly all?: readonly string[]
  /** So many of these are, too. */
  readonly some?: { readonly least: number; readonly of: readonly string[] }
}

const keys = (names: string): readonly string[] => names.split(' ')

/** Public kinds of files. `*` stands for any key and for the items of a list. */
const KINDS: readonly SettingsKind[] = [
  {
    called: 'an OpenAPI description',
    all: ['openapi'],
    some: { least: 1, of: keys('info paths components webhooks') },
  },
  { called: 'a Swagger description', all: ['swagger'], some: { least: 1, of: keys('info paths') } },
  { called: 'an AsyncAPI description', all: keys('asyncapi info') },
  { called: 'a Kubernetes manifest', all: keys('apiVersion kind') },
  { called: 'a Helm chart', all: keys('apiVersion name version') },
  { called: 'a GitHub workflow', all: keys('on jobs') },
  { called: 'a GitHub action', all: ['name'], some: { least: 1, of: keys('runs.using runs.main runs.steps') } },
  { called: 'a Dependabot configuration', all: keys('version updates') },
  { called: 'a Compose file', all: ['services'], some: { least: 1, of: keys('services.*.image services.*.build') } },
  {
    called: 'a GitLab CI configuration',
    some: { least: 2, of: keys('stages before_script after_script workflow image *.script') },
  },
  {
    called: 'a CircleCI configuration',
    all: keys('version jobs'),
    some: { least: 1, of: keys('workflows orbs executors commands') },
  },
  { called: 'an Azure pipeline', all: ['trigger'], some: { least: 1, of: keys('pool stages steps jobs') } },
  {
    called: 'a Travis configuration',
    all: ['language'],
    some: { least: 1, of: keys('script install before_install before_script matrix sudo dist addons') },
  },
  {
    called: 'an AppVeyor configuration',
    some: { least: 2, of: keys('build_script test_script before_build before_test install environment') },
  },
  {
    called: 'an Ansible playbook',
    all: ['*.hosts'],
    some: { least: 1, of: keys('*.tasks *.roles *.vars *.vars_files *.become *.gather_facts *.remote_user') },
  },
  {
    called: 'a list of Ansible tasks',
    all: ['*.name'],
    some: {
      least: 1,
      of: keys(
        '*.when *.notify *.register *.become *.with_items *.apt *.yum *.lineinfile *.get_url *.command *.shell *.set_fact *.service *.git *.systemd *.package',
      ),
    },
  },
  { called: 'an Ansible role', all: ['galaxy_info'] },
  {
    called: 'an MkDocs configuration',
    all: ['site_name'],
    some: { least: 1, of: keys('nav theme plugins markdown_extensions docs_dir site_url repo_url') },
  },
  {
    called: 'a Jekyll configuration',
    some: {
      least: 3,
      of: keys(
        'baseurl permalink plugins exclude markdown kramdown remote_theme collections sass highlighter url gems paginate',
      ),
    },
  },
  {
    called: 'a Hugo configuration',
    some: {
      least: 2,
      of: keys(
        'baseURL baseurl languageCode params taxonomies outputs markup permalinks enableRobotsTXT outputFormats minify',
      ),
    },
  },
  {
    called: 'a pubspec of Dart',
    all: ['name'],
    some: { least: 2, of: keys('dependencies dev_dependencies environment flutter publish_to homepage') },
  },
  { called: 'a pre-commit configuration', all: ['repos'], some: { least: 1, of: ['repos.*.hooks'] } },
  { called: 'a conda environment', all: keys('name dependencies'), some: { least: 1, of: keys('channels prefix') } },
  { called: 'a RuboCop configuration', some: { least: 1, of: keys('AllCops inherit_from inherit_gem inherit_mode') } },
  {
    called: 'an ESLint configuration',
    all: ['rules'],
    some: { least: 1, of: keys('extends env parserOptions parser plugins overrides root') },
  },
  {
    called: 'a database configuration',
    all: keys('development test'),
    some: { least: 1, of: keys('*.adapter default') },
  },
  { called: 'a Read the Docs configuration', all: ['version'], some: { least: 1, of: keys('sphinx mkdocs') } },
  { called: 'a Symfony configuration', some: { least: 1, of: keys('framework doctrine monolog services._defaults') } },
  { called: 'a CloudFormation template', all: ['Resources'], some: { least: 1, of: ['Resources.*.Type'] } },
  { called: 'a Serverless configuration', all: keys('service provider functions') },
  { called: 'a Prometheus configuration', some: { least: 1, of: keys('groups.*.rules scrape_configs') } },
]

/** What people call a file of a kind that is known; undefined for all others. `names` are those that `namesIn` finds. */
export function settingsCalled(names: ReadonlySet<string>): string | undefined {
  return KINDS.find(({ all = [], some }) => {
    if (!all.every(name => names.has(name))) return false
    return some === undefined || some.of.filter(name => names.has(name)).length >= some.least
  })?.called
}

/** How many values are looked at: a file shows early what it is. */
const LOOKED_AT = 2000

/** The outermost keys, and those of the second and third level with the one above: `services`, `services.*.image`, `*.hosts`. */
export function namesIn(
  outermost: readonly { readonly name: string }[],
  values: readonly { readonly path: readonly string[] }[],
): ReadonlySet<string> {
  const names = new Set(outermost.map(({ name }) => name))
  for (const { path } of values.slice(0, LOOKED_AT)) {
    const [first, second, third] = path
    if (second === undefined) continue
    names.add(`${first}.${second}`).add(`*.${second}`)
    if (third !== undefined) names.add(`${first}.*.${third}`)
  }
  return names
}
