/** Files of settings that are written in JSON and in YAML alike. */
import { given, type SettingsKind } from './settings.ts'

const TITLED = /(?:^|\.)(?:title|summary|description)$/

/** The more particular first. */
export const COMMON_KINDS: readonly SettingsKind[] = [
  {
    called: 'an OpenAPI description',
    all: { openapi: /^3\./ },
    some: given('info paths components webhooks'),
    texts: TITLED,
  },
  { called: 'a Swagger description', all: { swagger: /^2\./ }, some: given('info paths'), texts: TITLED },
  { called: 'an AsyncAPI description', all: { asyncapi: /^\d\./, info: 'object' }, texts: TITLED },
  {
    called: 'a Kubernetes manifest',
    all: { apiVersion: [/^(?:[\w.-]+\/)?v\d\w*$/, 'object'], kind: [/^[A-Za-z]\w*$/, 'object'] },
  },
  {
    called: 'a Compose file',
    all: { services: 'object' },
    some: { 'services.*.image': /^[a-z0-9$]\S*$/, 'services.*.build': ['object', /^[\w./$-]+$/] },
  },
  {
    called: 'a CloudFormation template',
    some: { AWSTemplateFormatVersion: 'given', 'Resources.*.Type': /^(?:AWS|Custom|Alexa)::/ },
    texts: /(?:^|\.)Description$/,
  },
  {
    called: 'a Renovate configuration',
    some: {
      packageRules: 'list',
      enabledManagers: 'list',
      lockFileMaintenance: 'object',
      dependencyDashboard: 'other',
      prHourlyLimit: 'other',
      'extends.*': /^(?:config:|github>|local>|:[a-z]|group:|schedule:)/,
    },
  },
  {
    called: 'an ESLint configuration',
    some: {
      'rules.*': ['other', 'list', /^(?:off|warn|error)$/i],
      extends: 'list',
      plugins: 'list',
      env: 'object',
      parserOptions: 'object',
    },
    only: /^(?:\$schema|root|extends|env|parser|parserOptions|plugins|rules|overrides|settings|globals|ignorePatterns|noInlineConfig|reportUnusedDisableDirectives|processor|categories|jsPlugins|options)$/,
    terse: true,
  },
  {
    called: 'a linter configuration',
    some: {
      'rules.*': ['other', 'list', 'object'],
      'jsRules.*': ['other', 'list', 'object'],
      extends: ['list', /^[\w@./:-]+$/],
    },
    only: /^(?:\$schema|extends|rules|jsRules|overrides|plugins|rulesDirectory|linterOptions|defaultSeverity|customSyntax|ignoreFiles|ignoreDisables|report[A-Z]\w+)$/,
    terse: true,
  },
  {
    called: 'a linter configuration',
    all: { rules: 'object' },
    some: { extends: /^(?:(?:spectral|eslint|plugin):|tslint|stylelint|\.\.?\/|@)\S*$/ },
  },
]
