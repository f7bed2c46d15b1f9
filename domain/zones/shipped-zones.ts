import packed from 'moment-timezone/data/packed/latest.json';
import { readPackedZones } from './packed-zones.ts';
import { shipZones } from './zones-in-use.ts';

// Imported by all that computes times of zones, and so by every process but the browser's.
shipZones(() => readPackedZones(packed));
