import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readArguments } from '../../src/cli/arguments.ts'
import { readSettings, unknownVariables } from '../../src/cli/config.ts'
import { placeBy } from '../../src/service/files/place.ts'
import { ROOT } from '../support/tree.ts'
import {
  composeFile,
  DEPLOY,
  Deployment,
  deployed,
  deployments,
  imageEnv,
  kustomized,
  manifests,
  OWN,
  startedByCompose,
  startedByKubernetes,
  startedBySystemd,
  UNITS,
  variablesIn,
} from './deploying.ts'

const has = (program: string): boolean => spawnSync(program, ['--help'], { stdio: 'ignore' }).error === undefined
const started = [...startedByCompose(), ...startedBySystemd(), ...startedByKubernetes()]

describe('what deploy/ starts', () => {
  it('is replicas and workers, in each of the three ways', () => {
    expect(started.map(({ where, argv }) => [where, argv[0]])).toEqual([
      ['compose.yaml http-1', 'http'],
      ['compose.yaml http-2', 'http'],
      ['compose.yaml worker-1', 'worker'],
      ['compose.yaml worker-2', 'worker'],
      ['translation-http.service', 'http'],
      ['translation-worker@.service', 'worker'],
      ['kubernetes http', 'http'],
      ['kubernetes worker', 'worker'],
    ])
  })

  it.each(started.map(each => [each.where, each] as const))(
    '%s is understood by the program, and shares what it has to',
    (_, { argv, env }) => {
      expect(unknownVariables(env)).toEqual([])
      const settings = readSettings(readArguments(argv), env)
      expect(settings.database_url).toMatch(/^postgres:/)
      expect(settings.state_secret?.length).toBeGreaterThanOrEqual(32)
      const { files_url, files_endpoint, files_region, files_path_style } = settings
      expect(placeBy({ files_url, files_endpoint, files_region, files_path_style }, '', {})).toMatchObject({
        kind: 'bucket',
      })
      // What a worker may take to end has to be less than what whoever ends it waits.
      if (argv[0] === 'worker') expect(settings.drain_seconds).toBe(60)
      else expect(settings).toMatchObject({ trusted_hops: 1, public_url: expect.stringMatching(/^https:/) })
      if (settings.metrics_port !== undefined) expect(settings).toMatchObject({ host: '0.0.0.0', metrics_token: OWN })
    },
  )

  it('names no secret: examples are empty, or say where one comes from', () => {
    const examples = [deployed('compose.env.example'), deployed('systemd', 'environment.example')].map(variablesIn)
    const secret = parse(deployed('kubernetes', 'secret.example.yaml')).stringData
    for (const values of [...examples, secret]) {
      for (const [name, value] of Object.entries(values)) {
        if (/SECRET|PASSWORD|KEY|TOKEN/.test(name)) expect(value, name).toBe('')
        if (name.endsWith('DATABASE_URL')) expect(value, name).toContain(':PASSWORD@')
      }
    }
  })
})

describe('compose.yaml', () => {
  it('is what the Compose Specification says (its schema: Apache License 2.0, github.com/compose-spec/compose-spec)', () => {
    const schema = JSON.parse(readFileSync(join(ROOT, 'test', 'deploy', 'compose.schema.json'), 'utf8'))
    // The schema names a draft by another address, and formats that a person checks.
    const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false })
    const validate = ajv.compile({ ...schema, $schema: undefined })
    expect(validate(composeFile()), JSON.stringify(validate.errors)).toBe(true)
    expect(validate({ services: { http: { imag: 'x' } } })).toBe(false)
  })

  it('gets each of its variables from the file that is copied beside it, and no more', () => {
    const asked = [...deployed('compose.yaml').matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name)
    expect(new Set(asked)).toEqual(new Set(Object.keys(variablesIn(deployed('compose.env.example')))))
  })

  it('waits longer for a worker than the worker for its work, and writes nowhere but in memory', () => {
    const { services } = composeFile() as { services: Record<string, Record<string, unknown>> }
    for (const [name, service] of Object.entries(services)) {
      if (!/^(?:http|worker)-/.test(name)) continue
      expect(service, name).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
      expect(service.stop_grace_period).toBe(name.startsWith('worker') ? '70s' : '10s')
    }
    expect(deployed('Caddyfile')).toContain('http-1:8333 http-2:8333')
  })
})

describe('the units of systemd', () => {
  it.skipIf(!has('systemd-analyze'))('are verified, and expose little', () => {
    const files = UNITS.map(name => join(DEPLOY, 'systemd', name))
    expect(spawnSync('systemd-analyze', ['verify', ...files], { encoding: 'utf8' })).toMatchObject({
      status: 0,
      stderr: '',
    })
    for (const file of files) {
      const told = execFileSync('systemd-analyze', ['security', '--offline=true', file], { encoding: 'utf8' })
      expect(Number(/exposure level for \S+: ([\d.]+)/.exec(told)?.[1]), file).toBeLessThanOrEqual(1.5)
    }
  })

  it('keep to the same walls', () => {
    const walls = UNITS.map(name =>
      deployed('systemd', name)
        .split('\n')
        .filter(line => /^(?:Protect|Private|Restrict|System|NoNew|Cap|Lock|UMask)/.test(line)),
    )
    expect(walls[0]?.length).toBeGreaterThan(20)
    expect(walls[1]).toEqual(walls[0])
  })
})

describe('the manifests of Kubernetes', () => {
  it.skipIf(!has('kubectl'))('are put together by kustomize', () => {
    const made = execFileSync('kubectl', ['kustomize', join(DEPLOY, 'kubernetes')], { encoding: 'utf8' })
    expect(made.match(/^kind: Deployment$/gm)).toHaveLength(2)
    expect(made.match(/image: registry\.example\.com\/translation-mcp:\d+\.\d+\.\d+/g)).toHaveLength(2)
    // The name that kustomize gives the settings, by their content, is the one that the pods ask for.
    const [, name] = /kind: ConfigMap\nmetadata:\n {2}name: (translation-\w+)/.exec(made) ?? []
    expect(made.match(new RegExp(`configMapRef:\n\\s+name: ${name}`, 'g'))).toHaveLength(2)
  })

  it('are all taken but for the kustomization and the example', () => {
    const others = ['kustomization.yaml', 'secret.example.yaml']
    expect([...kustomized(), ...others].sort()).toEqual(readdirSync(join(DEPLOY, 'kubernetes')).sort())
  })

  it('run nothing as root, keep the root read-only, limit memory and end in time', () => {
    const all = manifests().filter(({ resource }) => resource.kind === 'Deployment')
    for (const { resource } of all) expect(Deployment.safeParse(resource).error?.issues).toBeUndefined()
    for (const { metadata, spec } of deployments()) {
      const { containers, volumes, terminationGracePeriodSeconds } = spec.template.spec
      const [container] = containers
      expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels ?? {})
      expect(Object.keys(container.resources.limits)).toEqual(['memory'])
      expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/data', '/tmp'])
      expect(volumes.map(({ name }) => name)).toEqual(container.volumeMounts.map(({ name }) => name))
      const drain = container.args.indexOf('--drain-seconds')
      if (drain > 0) expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(container.args[drain + 1]) + 10)
      if (metadata.name === 'http') {
        expect(container.readinessProbe?.httpGet).toEqual({ path: '/readyz', port: 'http' })
        expect(container.livenessProbe?.httpGet).toEqual({ path: '/healthz', port: 'http' })
      }
    }
  })

  it('keep one of each while nodes are emptied, and let in and out what is named alone', () => {
    const named = manifests().map(({ resource }) => `${resource.kind} ${resource.metadata?.name}`)
    for (const each of ['http', 'worker']) expect(named).toContain(`PodDisruptionBudget ${each}`)
    for (const each of ['nothing-else', 'requests', 'metrics', 'outwards'])
      expect(named).toContain(`NetworkPolicy ${each}`)
  })
})

describe('the image', () => {
  const dockerfile = deployed('Dockerfile')

  it('runs as a user without rights, on the Node that is tested, and says whether it is well', () => {
    const last = dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))
    expect(last).toMatch(/^\nFROM node:24-/)
    expect(last.indexOf('\nUSER node')).toBeGreaterThan(last.lastIndexOf('\nRUN '))
    expect(last).toContain('HEALTHCHECK')
    expect(last).toContain('/readyz')
    expect(imageEnv()).toMatchObject({ TRANSLATION_DATA_DIR: '/data', TRANSLATION_PORT: '8333' })
    expect(dockerfile).not.toMatch(/ARG|SECRET|PASSWORD|TOKEN/)
  })

  it('is built from what is there, and from all that the package has', () => {
    const taken = deployed('Dockerfile.dockerignore')
      .split('\n')
      .filter(line => line.startsWith('!'))
      .map(line => line.slice(1))
    for (const name of taken) expect(existsSync(join(ROOT, name)), name).toBe(true)
    const { files } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
    const made = ['dist', 'sbom.cdx.json']
    expect(taken).toEqual(expect.arrayContaining(files.filter((name: string) => !made.includes(name))))
    const [, copied = ''] = /^COPY (.*) \.\/$/m.exec(dockerfile) ?? []
    for (const name of copied.split(' ')) expect(taken).toContain(name)
  })
})
