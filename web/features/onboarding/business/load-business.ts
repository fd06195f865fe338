import { loadJourney } from '../journey/journey-queries.ts'
import { BUSINESS_QUERIES } from './queries.ts'

/** Fetches what the business page needs before it shows. */
export const loadBusiness = () => loadJourney(BUSINESS_QUERIES)
