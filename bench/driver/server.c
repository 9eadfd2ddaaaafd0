/*
 * The server every tool is measured against: one thread, epoll, HTTP/1.1 with keep-alive, one fixed JSON answer of 1 KiB for each
 * request. Prints the port it was given and ends when its standard input does.
 *
 *   server                 answers at once
 *   server AFTER LENGTH    so many milliseconds after its first exchange it answers nobody for LENGTH milliseconds
 *
 * GET /count tells {"served", "connections" open now, "most" of them at once, "stalledMillis" so far} and is not counted itself. A
 * request must fit into one buffer and have no body.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define BODY 1024
#define BUFFER 4096
#define EVENTS 512
#define CONNECTIONS 65536

static char answer[BODY + 256];
static int answer_length;
static char *partial[CONNECTIONS]; /* of a request that came in pieces, by descriptor */
static int partial_length[CONNECTIONS];
static unsigned long served, stalled_millis;
static int connections, most, stall_after = -1, stall_for;
static long stall_at;

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static long millis(void)
{
	struct timespec now;
	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void prepare_answer(void)
{
	char body[BODY + 1];
	int length = snprintf(body, sizeof body,
			      "{\"id\":4711,\"state\":\"RUNNING\",\"price\":120.50,\"title\":\"Signed bronze clock\",\"text\":\"");
	memset(body + length, 'x', BODY - length - 2);
	memcpy(body + BODY - 2, "\"}", 3);
	answer_length = snprintf(answer, sizeof answer,
				 "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n%s", BODY, body);
}

static void stall_when_due(void)
{
	if (stall_after >= 0 && served > 0) {
		stall_at = millis() + stall_after;
		stall_after = -1;
	}
	if (stall_at && millis() >= stall_at) {
		long began = millis();
		struct timespec length = { stall_for / 1000, stall_for % 1000 * 1000000L };
		stall_at = 0;
		while (nanosleep(&length, &length) && errno == EINTR)
			;
		stalled_millis += millis() - began;
	}
}

static void hang_up(int client)
{
	close(client);
	free(partial[client]);
	partial[client] = NULL;
	partial_length[client] = 0;
	connections--;
}

static int send_all(int client, const char *bytes, int length)
{
	while (length > 0) {
		ssize_t sent = send(client, bytes, length, MSG_NOSIGNAL);
		if (sent < 0 && errno != EINTR)
			return -1;
		if (sent > 0) {
			bytes += sent;
			length -= sent;
		}
	}
	return 0;
}

static void tell_count(int client)
{
	char body[256], text[512];
	int length;
	length = snprintf(body, sizeof body, "{\"served\": %lu, \"connections\": %d, \"most\": %d, \"stalledMillis\": %lu}", served,
			  connections - 1, most, stalled_millis);
	length = snprintf(text, sizeof text,
			  "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\nconnection: close\r\n\r\n%s",
			  length, body);
	send_all(client, text, length);
}

/* Answers every complete request of the buffer; -1 when the connection is to be closed, else the bytes that were used up. */
static int answer_requests(int client, char *buffer)
{
	char *at = buffer, *end;
	while ((end = strstr(at, "\r\n\r\n"))) {
		if (!strncmp(at, "GET /count ", 11)) {
			tell_count(client);
			return -1;
		}
		if (send_all(client, answer, answer_length))
			return -1;
		served++;
		at = end + 4;
	}
	return at - buffer;
}

static void readable(int client)
{
	char buffer[BUFFER + 1];
	int kept = partial_length[client], used;
	ssize_t got;
	if (kept)
		memcpy(buffer, partial[client], kept);
	got = recv(client, buffer + kept, BUFFER - kept, MSG_DONTWAIT);
	if (got < 0 && (errno == EAGAIN || errno == EINTR))
		return;
	if (got <= 0) {
		hang_up(client);
		return;
	}
	kept += got;
	buffer[kept] = 0;
	used = answer_requests(client, buffer);
	if (used < 0 || (used == 0 && kept == BUFFER)) {
		hang_up(client);
		return;
	}
	kept -= used;
	if (kept) {
		if (!partial[client] && !(partial[client] = malloc(BUFFER)))
			die("malloc");
		memcpy(partial[client], buffer + used, kept);
	}
	partial_length[client] = kept;
}

static int listening_socket(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	socklen_t length = sizeof address;
	int server = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
	if (server < 0 || bind(server, (struct sockaddr *)&address, sizeof address) || listen(server, 65535) ||
	    getsockname(server, (struct sockaddr *)&address, &length))
		die("listen");
	printf("%d\n", ntohs(address.sin_port));
	fflush(stdout);
	return server;
}

static void accept_all(int server, int poll)
{
	int client, on = 1;
	while ((client = accept4(server, NULL, NULL, 0)) >= 0) {
		struct epoll_event event = { .events = EPOLLIN, .data.fd = client };
		setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
		if (client >= CONNECTIONS || epoll_ctl(poll, EPOLL_CTL_ADD, client, &event)) {
			close(client);
			continue;
		}
		if (++connections > most)
			most = connections;
	}
}

int main(int arguments, char **argument)
{
	struct epoll_event events[EVENTS], event = { .events = EPOLLIN };
	struct rlimit files;
	int poll = epoll_create1(0), server, count, i;
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	prepare_answer();
	if (arguments == 3) {
		stall_after = atoi(argument[1]);
		stall_for = atoi(argument[2]);
	}
	server = listening_socket();
	event.data.fd = server;
	if (epoll_ctl(poll, EPOLL_CTL_ADD, server, &event))
		die("epoll_ctl");
	event.data.fd = 0;
	if (epoll_ctl(poll, EPOLL_CTL_ADD, 0, &event))
		die("epoll_ctl: standard input must be a pipe");
	for (;;) {
		count = epoll_wait(poll, events, EVENTS, stall_after >= 0 || stall_at ? 5 : -1);
		stall_when_due();
		for (i = 0; i < count; i++) {
			if (events[i].data.fd == server)
				accept_all(server, poll);
			else if (events[i].data.fd == 0)
				return 0;
			else
				readable(events[i].data.fd);
		}
	}
}
