// The one place that speaks to GitHub or GitLab. The token is read here, from the environment, and goes out as a header alone.
import { appendFileSync, readFileSync } from 'node:fs'
import { Refusal } from './refusal.mjs'

const REQUEST_MS = 30_000

/** The platform that runs this job, as its variables say. @throws {Refusal} it is neither of the two */
export function platformOf(env) {
  if (env.GITLAB_CI === 'true') return gitlab(env)
  if (env.GITHUB_ACTIONS === 'true') return github(env)
  throw new Refusal('This is a job neither of GitHub Actions nor of GitLab CI.', 2)
}

/** The default branch as the event names it; a schedule names none, and runs on that branch alone. */
function defaultBranch(env) {
  const event = env.GITHUB_EVENT_PATH ? JSON.parse(readFileSync(env.GITHUB_EVENT_PATH, 'utf8')) : {}
  return event.repository?.default_branch ?? (env.GITHUB_EVENT_NAME === 'schedule' ? env.GITHUB_REF_NAME : '')
}

function github(env) {
  const token = env.TRANSLATION_CI_TOKEN ?? ''
  const [owner] = (env.GITHUB_REPOSITORY ?? '').split('/')
  const call = caller(`${env.GITHUB_API_URL}/repos/${env.GITHUB_REPOSITORY}`, {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  })
  const read = ({ number, html_url, state, merged_at, head, body }) => ({
    id: number,
    url: html_url,
    state: merged_at ? 'merged' : state,
    tip: head.sha,
    body: body ?? '',
  })
  return {
    format: 'github',
    root: env.GITHUB_WORKSPACE ?? '.',
    request: 'pull request',
    author: { name: 'github-actions[bot]', email: '41898282+github-actions[bot]@users.noreply.github.com' },
    token,
    remote: 'origin',
    push_as: { server: env.GITHUB_SERVER_URL, user: 'x-access-token' },
    default_branch: () => defaultBranch(env),
    /** The branch that the run is about. None where it is about a pull request, whatever its code may be. */
    branch: /^pull_request/.test(env.GITHUB_EVENT_NAME ?? '') ? '' : branchOf(env.GITHUB_REF),
    mended_by:
      'The job needs the permissions contents: write and pull-requests: write, and the repository the setting ' +
      '"Allow GitHub Actions to create and approve pull requests" (Settings, Actions, General).',
    list: async (head, base) =>
      (
        await call(
          'GET',
          `/pulls?${new URLSearchParams({ state: 'all', head: `${owner}:${head}`, base, per_page: '100' })}`,
        )
      ).map(read),
    open: async ({ branch, base, title, body }) =>
      read(await call('POST', '/pulls', { title, head: branch, base, body })),
    update: async (id, body) => read(await call('PATCH', `/pulls/${id}`, { body })),
    warn: text => process.stdout.write(`::warning::${escaped(text)}\n`),
    put: values => {
      if (!env.GITHUB_OUTPUT) return
      appendFileSync(
        env.GITHUB_OUTPUT,
        Object.entries(values)
          .map(([name, value]) => `${name}=${value}\n`)
          .join(''),
      )
    },
  }
}

function gitlab(env) {
  const token = env.TRANSLATION_CI_TOKEN ?? ''
  const call = caller(`${env.CI_API_V4_URL}/projects/${env.CI_PROJECT_ID}`, { 'private-token': token })
  const read = ({ iid, web_url, state, sha, description }) => ({
    id: iid,
    url: web_url,
    state: state === 'opened' ? 'open' : state,
    tip: sha,
    body: description ?? '',
  })
  return {
    format: 'gitlab',
    root: env.CI_PROJECT_DIR ?? '.',
    request: 'merge request',
    author: { name: 'translation-mcp', email: `translation-mcp@noreply.${env.CI_SERVER_HOST}` },
    token,
    // The address of the clone holds the token of the job, which may not push.
    remote: `${env.CI_PROJECT_URL}.git`,
    push_as: { server: env.CI_SERVER_URL, user: 'oauth2' },
    default_branch: () => env.CI_DEFAULT_BRANCH ?? '',
    branch: env.CI_PIPELINE_SOURCE === 'merge_request_event' ? '' : (env.CI_COMMIT_BRANCH ?? ''),
    mended_by:
      'TRANSLATION_CI_TOKEN has to be a token of the project with the scopes api and write_repository and the role Developer.',
    list: async (head, base) =>
      (
        await call(
          'GET',
          `/merge_requests?${new URLSearchParams({ source_branch: head, target_branch: base, order_by: 'created_at', per_page: '100' })}`,
        )
      ).map(read),
    open: async ({ branch, base, title, body }) =>
      read(
        await call('POST', '/merge_requests', {
          title,
          source_branch: branch,
          target_branch: base,
          description: body,
          remove_source_branch: true,
        }),
      ),
    update: async (id, body) => read(await call('PUT', `/merge_requests/${id}`, { description: body })),
    warn: text => process.stdout.write(`Warning: ${text}\n`),
    put: () => {},
  }
}

/** The branch that a full name of git (`refs/heads/…`) means; none for another. */
function branchOf(ref = '') {
  return ref.startsWith('refs/heads/') ? ref.slice('refs/heads/'.length) : ''
}

/** As a workflow command of GitHub wants its text. */
function escaped(text) {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
}

function caller(address, headers) {
  return async (method, path, content) => {
    const body = content === undefined ? {} : { body: JSON.stringify(content) }
    const own = { 'user-agent': 'translation-mcp', ...(content && { 'content-type': 'application/json' }) }
    const what = `${method} ${path.replace(/\?.*/, '')}`
    const answer = await fetch(address + path, {
      method,
      headers: { ...headers, ...own },
      ...body,
      signal: AbortSignal.timeout(REQUEST_MS),
    }).catch(error => {
      throw new Refusal(`${what}: the platform did not answer: ${error.cause?.message ?? error.message}`)
    })
    const text = await answer.text()
    if (!answer.ok) throw new Refusal(`${what}: the platform answers ${answer.status}: ${reasonIn(text)}`)
    return JSON.parse(text)
  }
}

/** What the answer says for people. */
function reasonIn(text) {
  try {
    const { message, error, errors } = JSON.parse(text)
    const said = [message, error, ...(errors ?? []).map(each => each.message ?? each)].flat().filter(Boolean)
    return said
      .map(each => (typeof each === 'string' ? each : JSON.stringify(each)))
      .join(' ')
      .slice(0, 500)
  } catch {
    return 'nothing that can be read'
  }
}
