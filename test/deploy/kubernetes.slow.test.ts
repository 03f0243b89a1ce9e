import { execFile } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'
import { buildFolder, ROOT } from '../support/tree.ts'
import { manifests } from './deploying.ts'

/** Where the package `kubernetes-types` has the objects of an API: what the API server itself is generated from says what they hold. */
const MODULES: Readonly<Record<string, string>> = {
  v1: 'core/v1',
  'apps/v1': 'apps/v1',
  'networking.k8s.io/v1': 'networking/v1',
  'policy/v1': 'policy/v1',
}

/** Each object as a value of its type: a field that is missing, of another type or unknown to Kubernetes is an error of the compiler. */
function asTypeScript(objects: readonly { readonly kind: string; readonly apiVersion: string }[]): string {
  return objects
    .map((object, at) => {
      const { kind, apiVersion } = object
      const from = `kubernetes-types/${MODULES[apiVersion] ?? apiVersion}`
      return `import type { ${kind} as Kind${at} } from '${from}'\nexport const object${at}: Kind${at} = ${JSON.stringify(object)}\n`
    })
    .join('')
}

/** What the compiler finds, a line for each error; empty where all is well. */
async function errorsIn(objects: Parameters<typeof asTypeScript>[0]): Promise<string[]> {
  const folder = buildFolder('manifests-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'manifests.ts')
  writeFileSync(file, asTypeScript(objects))
  const options = [
    '--noEmit',
    '--strict',
    '--ignoreConfig',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--types',
    '',
    '--pretty',
    'false',
  ]
  const done = await promisify(execFile)(join(ROOT, 'node_modules', '.bin', 'tsc'), [...options, file], {
    cwd: folder,
  }).catch((error: { stdout?: string }) => ({ stdout: error.stdout ?? String(error) }))
  return done.stdout.split('\n').filter(line => line.includes('error'))
}

const resources = manifests()
  .filter(({ resource }) => resource.kind !== 'Kustomization')
  .map(({ resource }) => resource)

it('the manifests have what Kubernetes knows, and nothing else', async () => {
  expect(resources.length).toBeGreaterThanOrEqual(11)
  expect(await errorsIn(resources)).toEqual([])
})

it('a field that is misspelt, missing or of another type would be found', async () => {
  const [found] = resources.filter(({ kind }) => kind === 'Deployment')
  const text = JSON.stringify(found)
  const wrong = [
    text.replace('"readOnlyRootFilesystem"', '"readonlyRootFilesystem"'),
    text.replace(/"containerPort":(\d+)/, '"containerPort":"$1"'),
    text.replace('"selector"', '"selektor"'),
  ]
  for (const each of wrong) expect(each).not.toBe(text)
  const errors = await errorsIn(wrong.map(each => JSON.parse(each)))
  expect(errors.join('\n')).toMatch(/readonlyRootFilesystem[\s\S]*number[\s\S]*selektor/)
})
