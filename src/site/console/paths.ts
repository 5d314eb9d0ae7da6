export { consolePath, pathIn, withQuery, type Place } from '../../domain/console/paths';
