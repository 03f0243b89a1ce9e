import type { OperationId } from '../../contract/operations.ts'
import type { Page } from '../http/app.ts'
import type { Route } from '../http/route.ts'
import { answerSegmentsRoute, segmentsRoute } from '../segments/index.ts'
import { errorsPage } from '../web/errors-page.ts'
import { accountRoute, languagesRoute } from './account.ts'
import { approveBatchRoute } from './approval.ts'
import { batchPlansRoute, getBatchRoute, listBatchesRoute, updateBatchRoute } from './batches-read.ts'
import { createBatchRoute } from './creation.ts'
import { creditsRoute, pricesRoute } from './credits.ts'
import { GLOSSARY_ROUTES, PROJECT_GLOSSARY_ROUTES } from './glossaries.ts'
import { openApiPage } from './openapi.ts'
import { getPlanRoute, planBatchRoute } from './plan.ts'
import { resultPage, resultRoute } from './result.ts'
import { sampleBatchRoute } from './sample.ts'
import { completeUploadRoute, createUploadRoute, uploadPage } from './uploads.ts'
import { usageRoute } from './usage.ts'

/** The handler of every operation in the contract. A missing or misplaced one is a type error. */
const BY_OPERATION: { readonly [Id in OperationId]: Route<Id> } = {
  'account.get': accountRoute,
  'credits.get': creditsRoute,
  'prices.get': pricesRoute,
  'usage.get': usageRoute,
  'languages.list': languagesRoute,
  'batches.list': listBatchesRoute,
  'batches.plans': batchPlansRoute,
  'batches.get': getBatchRoute,
  'batches.create': createBatchRoute,
  'batches.update': updateBatchRoute,
  'batches.plan': planBatchRoute,
  'batches.getPlan': getPlanRoute,
  'batches.sample': sampleBatchRoute,
  'batches.approve': approveBatchRoute,
  'batches.result': resultRoute,
  'batches.segments': segmentsRoute,
  'batches.answerSegments': answerSegmentsRoute,
  'uploads.create': createUploadRoute,
  'uploads.complete': completeUploadRoute,
  ...GLOSSARY_ROUTES,
  ...PROJECT_GLOSSARY_ROUTES,
}

export const ROUTES: readonly Route[] = Object.values(BY_OPERATION)

/** Paths outside the API that need no credential: their links are signed, or they describe the API. */
export const PAGES: readonly Page[] = [
  resultPage,
  uploadPage,
  openApiPage,
  { method: 'GET', name: 'errors_page', path: '/errors', respond: errorsPage },
]
