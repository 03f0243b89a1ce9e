/**
 * Files that programs read: their texts are found, and translated only where somebody asks for them. A format does not see the name of a
 * file, so such a file is known by its outermost keys; of a list of maps, by the keys of these.
 */

interface SettingsKind {
  readonly called: string
  /** All of these are keys of the file. */
  readonly all?: readonly string[]
  /** So many of these are, too. */
  readonly some?: { readonly least: number; readonly of: readonly string[] }
}

const keys = (names: string): readonly string[] => names.split(' ')

/** Public kinds of files. `*` stands for any key and for the items of a list. */
const KINDS: readonly SettingsKind[] = [
  { called: 'OpenAPI', all: ['openapi'], some: { least: 1, of: keys('info paths components webhooks') } },
  { called: 'Swagger', all: ['swagger'], some: { least: 1, of: keys('info paths') } },
  { called: 'AsyncAPI', all: keys('asyncapi info') },
  { called: 'Kubernetes', all: keys('apiVersion kind') },
  { called: 'Helm chart', all: keys('apiVersion name version') },
  { called: 'GitHub workflow', all: keys('on jobs') },
  { called: 'GitHub action', all: ['name'], some: { least: 1, of: keys('runs.using runs.main runs.steps') } },
  { called: 'Dependabot', all: keys('version updates') },
  { called: 'Compose', all: ['services'], some: { least: 1, of: keys('services.*.image services.*.build') } },
  { called: 'GitLab CI', some: { least: 2, of: keys('stages before_script after_script workflow image *.script') } },
  { called: 'CircleCI', all: keys('version jobs'), some: { least: 1, of: keys('workflows orbs executors commands') } },
  { called: 'Azure pipeline', all: ['trigger'], some: { least: 1, of: keys('pool stages steps jobs') } },
  {
    called: 'Travis',
    all: ['language'],
    some: { least: 1, of: keys('script install before_install before_script matrix sudo dist addons') },
  },
  {
    called: 'AppVeyor',
    some: { least: 2, of: keys('build_script test_script before_build before_test install environment') },
  },
  {
    called: 'Ansible playbook',
    all: ['*.hosts'],
    some: { least: 1, of: keys('*.tasks *.roles *.vars *.vars_files *.become *.gather_facts *.remote_user') },
  },
  {
    called: 'Ansible tasks',
    all: ['*.name'],
    some: {
      least: 1,
      of: keys(
        '*.when *.notify *.register *.become *.with_items *.apt *.yum *.lineinfile *.get_url *.command *.shell *.set_fact',
      ),
    },
  },
  { called: 'Ansible role', all: ['galaxy_info'] },
  {
    called: 'MkDocs',
    all: ['site_name'],
    some: { least: 1, of: keys('nav theme plugins markdown_extensions docs_dir site_url repo_url') },
  },
  {
    called: 'Jekyll',
    some: {
      least: 3,
      of: keys(
        'baseurl permalink plugins exclude markdown kramdown remote_theme collections sass highlighter url gems paginate',
      ),
    },
  },
  {
    called: 'Hugo',
    some: {
      least: 2,
      of: keys(
        'baseURL baseurl languageCode params taxonomies outputs markup permalinks enableRobotsTXT outputFormats minify',
      ),
    },
  },
  {
    called: 'Dart package',
    all: ['name'],
    some: { least: 2, of: keys('dependencies dev_dependencies environment flutter publish_to homepage') },
  },
  { called: 'pre-commit', all: ['repos'], some: { least: 1, of: ['repos.*.hooks'] } },
  { called: 'conda environment', all: keys('name dependencies'), some: { least: 1, of: keys('channels prefix') } },
  { called: 'RuboCop', some: { least: 1, of: keys('AllCops inherit_from inherit_gem inherit_mode') } },
  {
    called: 'ESLint',
    all: ['rules'],
    some: { least: 1, of: keys('extends env parserOptions parser plugins overrides root') },
  },
  { called: 'Rails database', all: keys('development test'), some: { least: 1, of: keys('*.adapter default') } },
  { called: 'Read the Docs', all: ['version'], some: { least: 1, of: keys('sphinx mkdocs') } },
  { called: 'Symfony', some: { least: 1, of: keys('framework doctrine monolog services._defaults') } },
  { called: 'CloudFormation', all: ['Resources'], some: { least: 1, of: ['Resources.*.Type'] } },
  { called: 'Serverless', all: keys('service provider functions') },
  { called: 'Prometheus', some: { least: 1, of: keys('groups.*.rules scrape_configs') } },
]

/** True for a file of a kind that is known. `names` are those that `namesIn` finds. */
export function isSettings(names: ReadonlySet<string>): boolean {
  return KINDS.some(({ all = [], some }) => {
    if (!all.every(name => names.has(name))) return false
    return some === undefined || some.of.filter(name => names.has(name)).length >= some.least
  })
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
