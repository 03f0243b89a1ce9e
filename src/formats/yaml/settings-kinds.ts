/** Files of settings that are written in YAML. */
import { given, type SettingsKind } from '../content/settings.ts'

/** The more particular first. */
export const YAML_KINDS: readonly SettingsKind[] = [
  { called: 'a Helm chart', all: given('apiVersion name version') },
  { called: 'a GitHub workflow', all: given('on jobs') },
  { called: 'a GitHub action', all: given('name'), some: given('runs.using runs.main runs.steps') },
  { called: 'a Dependabot configuration', all: given('version updates') },
  {
    called: 'a GitLab CI configuration',
    some: given('stages before_script after_script workflow image *.script'),
    least: 2,
  },
  {
    called: 'a CircleCI configuration',
    all: given('version jobs'),
    some: given('workflows orbs executors commands'),
  },
  { called: 'an Azure pipeline', all: given('trigger'), some: given('pool stages steps jobs') },
  {
    called: 'a Travis configuration',
    all: given('language'),
    some: given('script install before_install before_script matrix sudo dist addons'),
  },
  {
    called: 'an AppVeyor configuration',
    some: given('build_script test_script before_build before_test install environment'),
    least: 2,
  },
  {
    called: 'an Ansible playbook',
    all: given('*.hosts'),
    some: given('*.tasks *.roles *.vars *.vars_files *.become *.gather_facts *.remote_user'),
  },
  {
    called: 'a list of Ansible tasks',
    all: given('*.name'),
    some: given(
      '*.when *.notify *.register *.become *.with_items *.apt *.yum *.lineinfile *.get_url *.command *.shell *.set_fact *.service *.git *.systemd *.package',
    ),
  },
  { called: 'an Ansible role', all: given('galaxy_info') },
  {
    called: 'an MkDocs configuration',
    all: given('site_name'),
    some: given('nav theme plugins markdown_extensions docs_dir site_url repo_url'),
  },
  {
    called: 'a Jekyll configuration',
    some: given(
      'baseurl permalink plugins exclude markdown kramdown remote_theme collections sass highlighter url gems paginate',
    ),
    least: 3,
  },
  {
    called: 'a Hugo configuration',
    some: given(
      'baseURL baseurl languageCode params taxonomies outputs markup permalinks enableRobotsTXT outputFormats minify',
    ),
    least: 2,
  },
  {
    called: 'a pubspec of Dart',
    all: given('name'),
    some: given('dependencies dev_dependencies environment flutter publish_to homepage'),
    least: 2,
  },
  { called: 'a pre-commit configuration', all: given('repos'), some: given('repos.*.hooks') },
  { called: 'a conda environment', all: given('name dependencies'), some: given('channels prefix') },
  { called: 'a RuboCop configuration', some: given('AllCops inherit_from inherit_gem inherit_mode') },
  {
    called: 'a database configuration',
    all: given('development test'),
    some: given('*.adapter default'),
  },
  { called: 'a Read the Docs configuration', all: given('version'), some: given('sphinx mkdocs') },
  { called: 'a Symfony configuration', some: given('framework doctrine monolog services._defaults') },
  { called: 'a Serverless configuration', all: given('service provider functions') },
  { called: 'a Prometheus configuration', some: given('groups.*.rules scrape_configs') },
  { called: 'a lock file', all: given('lockfileVersion'), some: given('packages importers dependencies snapshots') },
  {
    called: 'a list of sponsorships',
    some: given(
      'github patreon open_collective ko_fi tidelift community_bridge liberapay issuehunt lfx_crowdfunding polar buy_me_a_coffee thanks_dev',
    ),
    only: /^(?:github|patreon|open_collective|ko_fi|tidelift|community_bridge|liberapay|issuehunt|lfx_crowdfunding|polar|buy_me_a_coffee|thanks_dev|otechie|custom)$/,
    terse: true,
  },
  {
    called: 'a Codecov configuration',
    some: { codecov: 'object', 'coverage.status': 'object', 'coverage.precision': 'other', comment: 'other' },
    only: /^(?:codecov|coverage|comment|ignore|parsers|flags|flag_management|component_management|github_checks|fixes|profiling|slack_app)$/,
    terse: true,
  },
  {
    called: 'a Code Climate configuration',
    some: { engines: 'object', plugins: 'object', checks: 'object', exclude_patterns: 'list' },
    only: /^(?:version|engines|plugins|checks|exclude_patterns|exclude_paths|ratings|prepare)$/,
    terse: true,
  },
]
