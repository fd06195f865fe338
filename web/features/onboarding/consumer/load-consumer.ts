import { loadJourney } from '../journey/journey-queries.ts'
import { CONSUMER_QUERIES } from './queries.ts'

/** Fetches what the consumer page needs before it shows. */
export const loadConsumer = () => loadJourney(CONSUMER_QUERIES)
