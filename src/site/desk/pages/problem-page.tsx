import { problemRenderer } from '../../components/problem-page';
import { deskSite } from '../components/desk-page';

/** What the desk shows in place of a page. */
export const renderProblemPage = problemRenderer(deskSite, 'To the desk');
