/** What lies in `deploy/`, read: what is started with which words, and in which surroundings. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'
import * as z from 'zod'
import { ROOT } from '../support/tree.ts'

export const DEPLOY = join(ROOT, 'deploy')
export const deployed = (...name: string[]): string => readFileSync(join(DEPLOY, ...name), 'utf8')

/** One start of the program: its arguments, and the variables that it has. */
export interface Started {
  readonly where: string
  readonly argv: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const Service = z.looseObject({
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.string()).default({}),
})
const Compose = z.looseObject({ services: z.record(z.string(), Service) })

export const composeFile = (): unknown => parse(deployed('compose.yaml'), { merge: true })

/** What is set in the image itself. */
export function imageEnv(): Record<string, string> {
  const [, block = ''] = /\nENV ((?:[^\n]*\\\n)*[^\n]*)/.exec(deployed('Dockerfile')) ?? []
  return Object.fromEntries([...block.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]))
}

/** The lines `NAME=value` of a file of variables. */
export function variablesIn(text: string): Record<string, string> {
  return Object.fromEntries([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]))
}

/** A value of a person's own, in place of what an example leaves out. */
export const OWN = 'a1b2c3d4e5f60718293a4b5c6d7e8f90'
const filled = (text: string): string => text.replace(/\$\{\w+:\?\}/g, OWN)

export function startedByCompose(): Started[] {
  const { services } = Compose.parse(composeFile())
  return Object.entries(services)
    .filter(([name]) => /^(?:http|worker)-/.test(name))
    .map(([name, { command = [], environment }]) => {
      const env = Object.entries(environment).map(([key, value]) => [key, filled(value)] as const)
      return { where: `compose.yaml ${name}`, argv: command, env: { ...imageEnv(), ...Object.fromEntries(env) } }
    })
}

export const UNITS = readdirSync(join(DEPLOY, 'systemd')).filter(name => name.endsWith('.service'))

export function startedBySystemd(): Started[] {
  const shared = variablesIn(deployed('systemd', 'environment.example'))
  return UNITS.map(name => {
    const unit = deployed('systemd', name)
    const [, line = ''] = /^ExecStart=\S+ \S+translation-mcp (.*)$/m.exec(unit) ?? []
    const own = variablesIn([...unit.matchAll(/^Environment=(.*)$/gm)].map(([, each]) => each).join('\n'))
    const env = Object.entries({ ...shared, ...own })
    const given = env.map(([key, value]) => [key, value || OWN] as const)
    return { where: name, argv: line.split(' '), env: Object.fromEntries(given) }
  })
}

const Container = z.looseObject({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()),
  ports: z.array(z.object({ name: z.string(), containerPort: z.int() })),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  resources: z.object({ requests: z.record(z.string(), z.string()), limits: z.record(z.string(), z.string()) }),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal('ALL')]) }),
  }),
  readinessProbe: z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }).optional(),
  livenessProbe: z.object({ httpGet: z.object({ path: z.string(), port: z.string() }) }).optional(),
})
const Labels = z.record(z.string(), z.string())
const Selector = z.object({ matchLabels: Labels.optional() })
export const Deployment = z.looseObject({
  kind: z.literal('Deployment'),
  apiVersion: z.literal('apps/v1'),
  metadata: z.looseObject({ name: z.string() }),
  spec: z.looseObject({
    replicas: z.int().min(2),
    selector: Selector,
    template: z.object({
      metadata: z.object({ labels: Labels }),
      spec: z.looseObject({
        automountServiceAccountToken: z.literal(false),
        terminationGracePeriodSeconds: z.int(),
        securityContext: z.looseObject({
          runAsNonRoot: z.literal(true),
          runAsUser: z.int().min(1),
          seccompProfile: z.object({ type: z.literal('RuntimeDefault') }),
        }),
        containers: z.tuple([Container]),
        volumes: z.array(z.looseObject({ name: z.string() })),
      }),
    }),
  }),
})
const Resource = z.looseObject({
  kind: z.string(),
  apiVersion: z.string(),
  metadata: z.looseObject({ name: z.string() }).optional(),
})

/** Every object of the manifests, by its file. */
export function manifests(): { readonly file: string; readonly resource: z.output<typeof Resource> }[] {
  const files = readdirSync(join(DEPLOY, 'kubernetes')).sort()
  return files.flatMap(file =>
    parseAllDocuments(deployed('kubernetes', file)).map(document => {
      if (document.errors.length > 0) throw new Error(`${file}: ${document.errors.join(', ')}`)
      return { file, resource: Resource.parse(document.toJS()) }
    }),
  )
}

export const deployments = () => manifests().flatMap(({ resource }) => Deployment.safeParse(resource).data ?? [])

const Kustomization = z.looseObject({
  resources: z.array(z.string()),
  configMapGenerator: z.tuple([z.object({ name: z.string(), literals: z.array(z.string()) })]),
})
const Secret = z.looseObject({ metadata: z.looseObject({ name: z.string() }), stringData: Labels })

export function startedByKubernetes(): Started[] {
  const named = (name: string) => parse(deployed('kubernetes', name))
  const { configMapGenerator } = Kustomization.parse(named('kustomization.yaml'))
  const secret = Secret.parse(named('secret.example.yaml')).stringData
  const values = Object.entries({ ...variablesIn(configMapGenerator[0].literals.join('\n')), ...secret })
  const env = Object.fromEntries(values.map(([key, value]) => [key, value || OWN]))
  return deployments().map(({ metadata, spec }) => {
    const [{ args }] = spec.template.spec.containers
    return { where: `kubernetes ${metadata.name}`, argv: args, env: { ...imageEnv(), ...env } }
  })
}

/** The files that the manifests are made of, as kustomize takes them. */
export const kustomized = (): readonly string[] =>
  Kustomization.parse(parse(deployed('kubernetes', 'kustomization.yaml'))).resources
