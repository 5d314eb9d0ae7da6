import { problemRenderer } from '../../components/problem-page';
import { deskSite } from '../components/desk-page';

/** Renders a problem as a page of the desk. */
export const renderProblemPage = problemRenderer(deskSite, 'Back to the desk');
